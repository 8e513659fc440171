import type { BytePieces } from '../kernel/text/utf8-text.js';
import { isObject } from '../kernel/objects.js';

/** The bytes of an uploaded file, either all at once or in pieces that can be read several times. */
export type FileBytes = Uint8Array | FilePieces;
interface FilePieces {
  readonly size: number;
  inPieces(): BytePieces;
}

/** Whether a value is the bytes of a file, which no JSON value is. */
export const isFileBytes = (value: unknown): value is FileBytes =>
  value instanceof Uint8Array || (isObject(value) && typeof value['inPieces'] === 'function');

export const getSize = (bytes: FileBytes): number => (bytes instanceof Uint8Array ? bytes.length : bytes.size);

/** All bytes of a file, one piece at a time. */
export const piecesFrom = (bytes: FileBytes): BytePieces => (bytes instanceof Uint8Array ? [bytes] : bytes.inPieces());
