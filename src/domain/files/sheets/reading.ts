import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Progress } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { type FileBytes, piecesFrom, getSize } from '../file-bytes.js';
import type { ReadFile, ReadSheet, SheetRow } from './file-contents.js';
import { tooMuch } from './limits.js';
import type { ReadRequest, WorkerMessage } from './read-worker.js';
import type { RowPiece } from './rows.js';

const LOOK_MS = 250;
const TIME_MS = 10_000;
const ROWS_PER_TIME = 10_000;
const PARTS = 1_000;
const SLICE_BYTES = 2 ** 20;

interface Reading {
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
  /** The time allowed for each 10,000 rows. */
  readonly timeMs?: number;
}

type Outcome = ReadFile | { readonly why: string };

/**
 * Lets a thread read a file and collects what it reports. Answers why a file cannot be read. Throws if the thread
 * must be ended: when time is over (10 s per 10,000 rows), when it needs too much memory, or when the signal aborts.
 */
export function readWith(
  reader: Worker,
  { name, bytes }: { readonly name: string; readonly bytes: FileBytes },
  { signal, progress, timeMs = TIME_MS }: Reading,
): Promise<Outcome> {
  const { promise, resolve, reject } = defer<Outcome>();
  const file = new GatheredFile();
  let isOver = false;
  let startedAt = performance.now();
  const hear = (message: WorkerMessage): void => {
    if ('isReady' in message) startedAt = performance.now();
    else if ('why' in message) resolve(message);
    else if ('bug' in message) reject(new Error(`a spreadsheet could not be read: ${message.bug}`));
    else if ('isDone' in message) resolve(file.file());
    else {
      file.add(message.piece);
      progress?.report(Math.min(PARTS - 1, Math.floor(message.part * PARTS)), PARTS, 'Reading');
      reader.postMessage('next' satisfies ReadRequest);
    }
  };
  const look = setInterval(() => {
    const allowedMs = timeMs * Math.max(1, Math.ceil(file.rows / ROWS_PER_TIME));
    if (performance.now() - startedAt > allowedMs) reject(tooSlow());
  }, LOOK_MS);
  const leave = (): void => reject(new DomainError('cancelled', undefined));
  const fail = (error: Error): void => reject(isOutOfMemory(error) ? unreadable(tooMuch().why) : error);
  const exit = (code: number): void => reject(new Error(`the spreadsheet reader exited with code ${code}`));
  reader.on('message', hear).on('error', fail).on('exit', exit);
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  else hand(reader, name, bytes, () => isOver).catch(reject);
  return promise.finally(() => {
    isOver = true;
    clearInterval(look);
    signal?.removeEventListener('abort', leave);
    reader.off('message', hear).off('error', fail).off('exit', exit);
  });
}

/** Transfers a file slice by slice, because copying 50 MB at once would block everyone else. */
async function hand(reader: Worker, name: string, bytes: FileBytes, isOver: () => boolean): Promise<void> {
  reader.postMessage({ name, size: getSize(bytes) } satisfies ReadRequest);
  let at = 0;
  for await (const piece of piecesFrom(bytes))
    for (let from = 0; from < piece.length && !isOver(); from += SLICE_BYTES) {
      const slice = Uint8Array.from(piece.subarray(from, from + SLICE_BYTES));
      const { length } = slice; // after the transfer, the slice is empty
      reader.postMessage({ at, slice } satisfies ReadRequest, [slice.buffer]);
      at += length;
      await turn();
    }
  if (!isOver()) reader.postMessage('begin' satisfies ReadRequest);
}

/** The content of a file as reported so far. */
export class GatheredFile {
  rows = 0;
  private readonly sheets: { readonly name: string; readonly rows: SheetRow[] }[] = [];
  private readonly hidden: string[] = [];

  add(piece: RowPiece): void {
    if ('sheet' in piece) this.sheets.push({ name: piece.sheet, rows: [] });
    else if ('hidden' in piece) this.hidden.push(piece.hidden);
    else {
      this.rows += piece.rows.length;
      this.sheets.at(-1)?.rows.push(...piece.rows);
    }
  }

  file(): ReadFile {
    return { sheets: this.sheets.map(inOrder), hidden: this.hidden };
  }
}

/** Sorts the rows of a sheet by number and merges rows with the same number, whatever their order in the file. */
function inOrder({ name, rows }: ReadSheet): ReadSheet {
  if (rows.every(({ row }, n) => n === 0 || row > (rows[n - 1]?.row ?? 0))) return { name, rows };
  const rowByNumber = new Map<number, SheetRow>();
  for (const { row, cells, isHidden } of rows) {
    const mergedRow = rowByNumber.get(row);
    const earlierCells = mergedRow?.cells ?? [];
    const width = Math.max(earlierCells.length, cells.length);
    const mergedCells = Array.from({ length: width }, (_, n) => cells[n] ?? earlierCells[n] ?? null);
    const hides = isHidden && (!mergedRow || mergedRow.isHidden);
    rowByNumber.set(row, { row, cells: mergedCells, ...(hides && { isHidden }) });
  }
  return { name, rows: [...rowByNumber.values()].sort((a, b) => a.row - b.row) };
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });
const tooSlow = () => unreadable('it takes too long to read; save it again, or split it into smaller files');
const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

function defer<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}
