import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.js';

const MOST_READERS = 2;
const IDLE_MS = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 2 };

const idleWorkers: Worker[] = [];
const waitingReads: (() => void)[] = [];
let running = 0;

/**
 * Runs `work` with a reading thread as soon as one of the two is free. The thread is reused for a while, but ended if
 * `work` throws. It keeps the process alive only while in use.
 */
export async function withReader<T>(work: (reader: Worker) => Promise<T>): Promise<T> {
  await turn();
  const reader = idleWorkers.pop() ?? startReader();
  reader.ref();
  try {
    const result = await work(reader);
    rest(reader);
    return result;
  } catch (error) {
    await reader.terminate();
    throw error;
  } finally {
    const next = waitingReads.shift();
    if (next) next();
    else running -= 1;
  }
}

async function turn(): Promise<void> {
  if (running < MOST_READERS) running += 1;
  else await new Promise<void>((resolve) => waitingReads.push(resolve));
}

/** Ends an idle reader after a while, to free its memory. */
function rest(reader: Worker): void {
  reader.unref();
  idleWorkers.push(reader);
  setTimeout(() => {
    if (forget(reader)) void reader.terminate();
  }, IDLE_MS).unref();
}

function forget(reader: Worker): boolean {
  const at = idleWorkers.indexOf(reader);
  if (at >= 0) idleWorkers.splice(at, 1);
  return at >= 0;
}

function startReader(): Worker {
  const reader = startThread(import.meta.url, './read-worker', { resourceLimits });
  return reader.on('exit', () => forget(reader)).on('error', () => forget(reader));
}
