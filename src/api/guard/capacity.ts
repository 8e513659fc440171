import { FairQueue, type FairLimits } from '../../domain/kernel/fair-queue.js';

const KB = 1024;
const MB = 1024 * KB;

/** What one server process handles at the same time. Tests set lower limits. */
export interface CapacityLimits {
  /** Maximum bytes of one body kept in memory; longer bodies go to a file. */
  readonly bodyInMemory: number;
  /** Maximum bytes kept in memory for all bodies being received. */
  readonly bodiesInMemory: number;
  /** Maximum bytes kept in files for all bodies being received. */
  readonly bodiesInFiles: number;
  /** Uploads of one user that are received or processed at the same time; further ones wait. */
  readonly uploads: FairLimits;
  /** Uploads of more than one megabyte whose rows are in memory. */
  readonly largeUploads: FairLimits;
  /** Other bodies of more than 4 kB whose values are in memory, from being parsed until they are answered. */
  readonly longBodies: FairLimits;
  /** PDFs, files of lists and reports generated at the same time. */
  readonly files: FairLimits;
  /** Exports for programs, each of which holds a connection to the database while its reader reads. */
  readonly exports: FairLimits;
  /**
   * Calls open to everyone that run at the same time once their bodies are received; anonymous callers are counted by
   * address.
   */
  readonly strangers: FairLimits;
  /** Other calls of users, separately for reads and writes, so that reads are answered even while writes hang. */
  readonly calls: FairLimits;
  /**
   * Time limit in milliseconds for receiving a request head, or for a body or the reader of an export slower than
   * `slowest` bytes per second.
   */
  readonly arriveMs: number;
  readonly slowest: number;
  /** How many milliseconds a client may go without reading its response. */
  readonly unreadMs: number;
}

export const usualLimits: CapacityLimits = {
  bodyInMemory: 64 * KB,
  bodiesInMemory: 32 * MB,
  bodiesInFiles: 2048 * MB,
  uploads: { atOnce: Infinity, each: 3, waiting: 50, waitMs: 8000 },
  largeUploads: { atOnce: 2, each: 1, waiting: 3 },
  longBodies: { atOnce: 8, each: 4, waiting: 200, waitMs: 8000 },
  files: { atOnce: 4, each: 2, waiting: 300 },
  exports: { atOnce: 4, each: 2, waiting: 300 },
  strangers: { atOnce: 8, each: 4, waiting: 200 },
  calls: { atOnce: 16, each: 8, waiting: 200, waitMs: 8000 },
  arriveMs: 30_000,
  slowest: 32 * KB,
  unreadMs: 30_000,
};

/** The capacity that a server process has left. */
export class Capacity {
  readonly limits: CapacityLimits;
  readonly uploads: FairQueue;
  readonly largeUploads: FairQueue;
  readonly longBodies: FairQueue;
  readonly files: FairQueue;
  readonly exports: FairQueue;
  readonly strangers: FairQueue;
  readonly reads: FairQueue;
  readonly writes: FairQueue;
  /** Bytes of request bodies in memory and files. */
  readonly bodyBytes = { memory: 0, files: 0 };

  constructor(limits: Partial<CapacityLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    this.uploads = new FairQueue(this.limits.uploads);
    this.largeUploads = new FairQueue(this.limits.largeUploads);
    this.longBodies = new FairQueue(this.limits.longBodies);
    this.files = new FairQueue(this.limits.files);
    this.exports = new FairQueue(this.limits.exports);
    this.strangers = new FairQueue(this.limits.strangers);
    this.reads = new FairQueue(this.limits.calls);
    this.writes = new FairQueue(this.limits.calls);
  }
}
