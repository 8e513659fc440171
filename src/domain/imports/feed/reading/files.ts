import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSheets } from '../../../files/sheets/read.js';
import type { Cell } from '../../../files/sheets/file-contents.js';
import { DomainError } from '../../../kernel/errors.js';
import { SourceFailure } from '../fetching/failure.js';
import { getOnce } from '../fetching/get.js';
import { type FetchSettings, parseBody, readAnswer } from '../fetching/page.js';
import { withRetries } from '../fetching/retry.js';
import { hashContent } from './row-marks.js';

/** A file of a source, identified by its content. */
export interface SourceFile {
  readonly name: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Where the files of a source are. */
export interface FileSource {
  readonly kind: 'url' | 'folder';
  readonly address: string;
  readonly credential: string | null;
}

const READABLE = /\.(json|csv)$/i;

/** Yields the files of a source one after the other. Throws `SourceFailure` if they cannot be read. */
export async function* readSourceFiles(source: FileSource, fetching: FetchSettings): AsyncGenerator<SourceFile> {
  if (source.kind === 'url') {
    yield await download(source, fetching);
    return;
  }
  const folder = await findFolder(source.address, fetching.outside.folder);
  const names = (await readdir(folder)).filter((name) => READABLE.test(name)).toSorted();
  for (const name of names) {
    const file = path.join(folder, name);
    const stats = await stat(file);
    if (!stats.isFile() || (await realpath(file)) !== file) continue;
    if (stats.size > fetching.limits.pageBytes) throw new SourceFailure(`${name} is larger than 50 MB.`);
    yield withDigest(name, await readFile(file));
  }
}

async function download(
  { address, credential }: FileSource,
  { outside, limits, signal }: FetchSettings,
): Promise<SourceFile> {
  const { body } = await withRetries(outside, { tries: limits.tries, signal }, () =>
    getOnce(new URL(address), { credential, allowsPrivate: outside.allowsPrivate, limits, signal }),
  );
  return withDigest(path.posix.basename(new URL(address).pathname) || 'orders', Buffer.concat(body));
}

/** A file with the digest that identifies it. */
export const withDigest = (name: string, bytes: Uint8Array): SourceFile => ({
  ...{ name, bytes, digest: hashContent(bytes) },
});

/**
 * A folder inside the one that the operator allows, after resolving all links. Throws `SourceFailure` if it is
 * outside.
 */
export async function findFolder(address: string, root: string | null): Promise<string> {
  if (root === null)
    throw new SourceFailure(
      'Sources cannot read folders on this installation. Its operator can allow one (SOURCE_FOLDER).',
    );
  const top = await realpath(root).catch(() => null);
  const folder = top && (await realpath(path.join(top, address)).catch(() => null));
  const isInside = folder && (folder === top || folder.startsWith(top + path.sep));
  const isFolder = isInside && (await stat(folder)).isDirectory();
  if (!isFolder) throw new SourceFailure(`The folder "${address}" does not exist.`);
  return folder;
}

/** The rows of a file: JSON, or CSV with a header row, distinguished by how the file begins. Throws `SourceFailure`. */
export async function readFileRows({ name, bytes }: SourceFile, signal: AbortSignal): Promise<readonly unknown[]> {
  try {
    return /^[\s\uFEFF]*[[{]/.test(Buffer.from(bytes.subarray(0, 200)).toString('utf8'))
      ? readAnswer(await parseBody([bytes], signal)).rows
      : await readCsv({ name, bytes }, signal);
  } catch (error) {
    if (error instanceof SourceFailure || (error instanceof DomainError && error.code === 'unreadable-file'))
      throw new SourceFailure(`${name}: ${error.message}`);
    throw error;
  }
}

async function readCsv(file: Pick<SourceFile, 'name' | 'bytes'>, signal: AbortSignal): Promise<object[]> {
  const { sheets } = await readSheets(file, { signal });
  return sheets.flatMap(({ rows: [header, ...rows] }) => {
    const names = (header?.cells ?? []).map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
    return rows.map(({ cells }) =>
      Object.fromEntries(names.flatMap((field, n) => (field === '' ? [] : [[field, getValue(cells[n])]]))),
    );
  });
}

const getValue = (cell: Cell | undefined): string | number | boolean | null =>
  typeof cell === 'object' && cell !== null ? cell.error : (cell ?? null);
