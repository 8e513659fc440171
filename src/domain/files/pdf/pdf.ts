import type { Worker } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../file.js';
import { startThread } from '../thread.js';

/** A template (the function of a module that lays out a document) and its data. */
interface Request {
  readonly module: string;
  readonly template: string;
  readonly data: unknown;
}

/** A request to the renderer. */
export type PdfJob = Request & { readonly id: number };
/** The renderer's answer: the bytes, or the error. */
export type Answer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly error: string });

/**
 * Renders a document as PDF; the same data yields the same bytes. `template` is a function that `module` (its
 * `import.meta.url`) exports under its own name, because the renderer's thread imports it from there.
 */
export async function pdfFile<D>(
  name: string,
  module: string,
  template: (data: D) => TDocumentDefinitions,
  data: D,
): Promise<FileAnswer> {
  return { name, type: 'application/pdf', bytes: await render({ module, template: template.name, data }) };
}

const IDLE_MS = 60_000;
const waitingJobs = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void }>();
let worker: Worker | null = null;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * Renders in a separate thread, because layout can occupy a thread for seconds. The thread keeps the process alive
 * only while it works.
 */
function render(request: Request): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    clearTimeout(idleTimer);
    worker ??= startWorker();
    worker.ref();
    waitingJobs.set((lastId += 1), { resolve, reject });
    worker.postMessage({ ...request, id: lastId } satisfies PdfJob);
  });
}

function startWorker(): Worker {
  const thread = startThread(import.meta.url, './pdf-worker');
  thread.on('message', (answer: Answer) => {
    const request = waitingJobs.get(answer.id);
    waitingJobs.delete(answer.id);
    if ('bytes' in answer) request?.resolve(answer.bytes);
    else request?.reject(new Error(`the PDF could not be made: ${answer.error}`));
    if (waitingJobs.size === 0) rest(thread);
  });
  const endWith = (reason: Error): void => {
    if (worker !== thread) return;
    worker = null;
    for (const { reject } of waitingJobs.values()) reject(reason);
    waitingJobs.clear();
  };
  thread.on('error', endWith);
  thread.on('exit', (code) => endWith(new Error(`the PDF renderer exited with code ${code}`)));
  return thread;
}

/** Ends an idle renderer after a while, to free its memory. */
function rest(thread: Worker): void {
  thread.unref();
  idleTimer = setTimeout(() => {
    if (worker === thread) worker = null;
    void thread.terminate();
  }, IDLE_MS).unref();
}
