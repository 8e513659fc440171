import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { Limits, UnreadableFile } from './limits.js';
import { readPieces } from './read-file.js';
import type { RowPiece } from './rows.js';

/**
 * Messages to a reading thread: a slice of the file, the command to start, and a message to continue after each
 * piece.
 */
export type ReadRequest =
  | { readonly name: string; readonly size: number }
  | { readonly at: number; readonly slice: Uint8Array }
  | 'begin'
  | 'next';

/** Messages from a reading thread: that it has started, pieces with the progress, and how it ended. */
export type WorkerMessage =
  | { readonly isReady: true }
  | { readonly piece: RowPiece; readonly part: number }
  | { readonly isDone: true }
  | { readonly why: string }
  | { readonly bug: string };

/** How many pieces may be in transit. With a busy receiver, more would fill memory. */
const MOST_AHEAD = 4;

const post = (message: WorkerMessage): void => parentPort?.postMessage(message);
let ahead = 0;

async function readSheets(name: string, bytes: Buffer): Promise<WorkerMessage> {
  const limits = new Limits();
  try {
    for await (const piece of readPieces(name, bytes, limits)) {
      post({ piece, part: limits.part });
      ahead += 1;
      while (ahead > MOST_AHEAD && parentPort) await once(parentPort, 'message');
    }
    return { isDone: true };
  } catch (error) {
    if (error instanceof UnreadableFile) return { why: error.why };
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

let file = { name: '', bytes: Buffer.alloc(0) };

parentPort?.on('message', (request: ReadRequest) => {
  if (request === 'next') ahead -= 1;
  else if (request === 'begin') {
    const { name, bytes } = file;
    file = { name: '', bytes: Buffer.alloc(0) };
    ahead = 0;
    void readSheets(name, bytes).then(post);
  } else if ('slice' in request) file.bytes.set(request.slice, request.at);
  else {
    file = { name: request.name, bytes: Buffer.alloc(request.size) };
    post({ isReady: true });
  }
});
