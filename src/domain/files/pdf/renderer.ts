import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { DomainError } from '../../kernel/errors.js';
import { FairQueue } from '../../kernel/fair-queue.js';
import { startThread } from '../thread.js';

/** A request to the thread: a template (the function of a module that lays out a document) and its data. */
export interface PdfJob {
  readonly module: string;
  readonly template: string;
  readonly data: unknown;
}

/** The thread's answer: the bytes, or the error. */
export type PdfAnswer = { readonly bytes: Uint8Array } | { readonly error: string };

/** The time limit of one document, far above what the longest report needs. */
const LONGEST_MS = 120_000;
const IDLE_MS = 60_000;
/** The memory of the thread, twice what the longest report with the most columns needs. */
const MEMORY_MB = 1536;

/**
 * Renders PDFs in a separate thread, because layout can occupy a thread for seconds: one at a time, in the sequence
 * in which they were requested. A document that exceeds its limits ends the thread, and the next one gets a new one.
 * The thread keeps the process alive only while it works.
 */
export class PdfRenderer {
  private readonly turns = new FairQueue({ atOnce: 1, each: 1, waiting: Infinity });
  private thread: Worker | null = null;
  private idleTimer: NodeJS.Timeout | undefined;

  /** `startLimit` returns the signal that ends the rendering which begins now. */
  constructor(
    private readonly startLimit = (): AbortSignal => AbortSignal.timeout(LONGEST_MS),
    private readonly memoryMb = MEMORY_MB,
  ) {}

  /**
   * The bytes of a document. Throws `pdf-too-large` if it exceeds its time or memory, and `cancelled` if `signal` is
   * aborted before its turn.
   */
  async render(job: PdfJob, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await this.turns.run('', () => this.ask(job), signal && (() => signal));
    if ('error' in answer) throw new Error(`the PDF could not be made: ${answer.error}`);
    return answer.bytes;
  }

  private async ask(job: PdfJob): Promise<PdfAnswer> {
    clearTimeout(this.idleTimer);
    const resourceLimits = { maxOldGenerationSizeMb: this.memoryMb };
    const thread = (this.thread ??= startThread(import.meta.url, './pdf-worker', { resourceLimits }));
    const limit = this.startLimit();
    thread.ref();
    try {
      thread.postMessage(job);
      const answer = await firstAnswer(thread, limit);
      this.rest(thread);
      return answer;
    } catch (reason) {
      this.thread = null;
      void thread.terminate();
      throw limit.aborted || isOutOfMemory(reason) ? new DomainError('pdf-too-large', undefined) : reason;
    }
  }

  /** Ends an idle thread after a while, to free its memory. */
  private rest(thread: Worker): void {
    thread.unref();
    this.idleTimer = setTimeout(() => {
      this.thread = null;
      void thread.terminate();
    }, IDLE_MS).unref();
  }
}

/** The thread's next message. Throws if the thread fails or ends, or if `limit` is aborted first. */
async function firstAnswer(thread: Worker, limit: AbortSignal): Promise<PdfAnswer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([limit, settled.signal]);
  const ended = once(thread, 'exit', { signal }).then(([code]) => {
    throw new Error(`the PDF renderer exited with code ${String(code)}`);
  });
  try {
    const [answer] = (await Promise.race([once(thread, 'message', { signal }), ended])) as [PdfAnswer]; // it sends nothing else
    return answer;
  } finally {
    settled.abort();
  }
}

const isOutOfMemory = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
