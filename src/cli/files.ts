import { createReadStream } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MOST } from '../domain/files/sheets/limits.js';
import { DomainError } from '../domain/kernel/errors.js';
import { Pace } from '../domain/kernel/pace.js';
import { isTooDeep, MOST_LEVELS, parsePaced } from '../domain/kernel/text/paced-json.js';
import { NotUtf8, utf8Pieces, utf8Text } from '../domain/kernel/text/utf8-text.js';
import { getErrorCode, toError } from '../domain/kernel/objects.js';
import { UsageError } from './run.js';

/** The text of a file, or of standard input for `-`, in UTF-8 with or without a byte order mark. */
export async function readText(file: string): Promise<string> {
  const bytes = await buffer(splitPieces(file));
  try {
    return utf8Text(bytes);
  } catch (error) {
    throw error instanceof NotUtf8 ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

/** Parses JSON from a file, or from standard input for `-`, with the dashboard's limit on nesting. */
export async function readJson(file: string): Promise<unknown> {
  const refuseTooDeep = (value: unknown): void => {
    if (isTooDeep(value))
      throw new UsageError(`${file}: its lists and objects are nested more than ${MOST_LEVELS} levels deep`);
  };
  try {
    return await parsePaced(utf8Pieces(splitPieces(file)), new Pace(undefined), refuseTooDeep);
  } catch (error) {
    if (error instanceof NotUtf8 || error instanceof DomainError) throw new UsageError(`${file}: ${error.message}`);
    throw error instanceof SyntaxError ? new UsageError(`${file}: is not valid JSON (${error.message})`) : error;
  }
}

/**
 * A file ready to be uploaded: its name and its bytes. No more is read than shows that it is too large for any upload,
 * which then refuses it.
 */
export async function readUpload(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of splitPieces(file, openFile(file))) {
    pieces.push(piece);
    if ((size += piece.length) > MOST.bytes) break;
  }
  return { name: path.basename(file), bytes: Buffer.concat(pieces) };
}

const openFile = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: PIECE_BYTES });

/** Reads a file, or standard input for `-`, in pieces. */
async function* splitPieces(
  file: string,
  pieces: AsyncIterable<Buffer> = file === '-' ? process.stdin : openFile(file),
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of pieces) yield piece;
  } catch (error) {
    const [code, { message }] = [getErrorCode(error), toError(error)];
    throw new UsageError(`${file}: ${code === 'ENOENT' ? 'file not found' : message}`);
  }
}

const PIECE_BYTES = 256 * 1024;
