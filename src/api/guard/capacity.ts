import { FairQueue, type FairLimits } from '../../domain/kernel/fair-queue.js';

const KB = 1024;
const MB = 1024 * KB;

/** What one server process takes at once. Tests set smaller figures. */
export interface CapacityLimits {
  /** Bytes of one body that are kept in memory; what is longer goes to a file. */
  readonly bodyInMemory: number;
  /** Bytes of all bodies on their way in that are kept in memory. */
  readonly bodiesInMemory: number;
  /** Bytes of all bodies on their way in that are kept in files. */
  readonly bodiesInFiles: number;
  /** Uploads of one user that arrive or are worked on; others of theirs wait. */
  readonly uploads: FairLimits;
  /** Uploads of more than a megabyte whose rows are in memory. */
  readonly largeUploads: FairLimits;
  /** PDFs, exports and reports that are made at once. */
  readonly files: FairLimits;
  /** Calls that anyone may make, after their bodies have arrived; strangers count by their address. */
  readonly strangers: FairLimits;
  /** Other calls of users, reads and writes each: while writes hang, reads are answered. */
  readonly calls: FairLimits;
  /** How long a head, or a body at less than `slowest` bytes a second, may take, in milliseconds. */
  readonly arriveMs: number;
  readonly slowest: number;
  /** How long a client may read nothing of its answer, in milliseconds. */
  readonly unreadMs: number;
}

export const usualLimits: CapacityLimits = {
  bodyInMemory: 64 * KB,
  bodiesInMemory: 32 * MB,
  bodiesInFiles: 2048 * MB,
  uploads: { atOnce: Infinity, each: 3, waiting: 50, waitMs: 8000 },
  largeUploads: { atOnce: 2, each: 1, waiting: 3 },
  files: { atOnce: 4, each: 2, waiting: 300 },
  strangers: { atOnce: 8, each: 4, waiting: 200 },
  calls: { atOnce: 16, each: 8, waiting: 200, waitMs: 8000 },
  arriveMs: 30_000,
  slowest: 32 * KB,
  unreadMs: 30_000,
};

/** What a server process has left of its limits. */
export class Capacity {
  readonly limits: CapacityLimits;
  readonly uploads: FairQueue;
  readonly largeUploads: FairQueue;
  readonly files: FairQueue;
  readonly strangers: FairQueue;
  readonly reads: FairQueue;
  readonly writes: FairQueue;
  /** Bytes of bodies that are kept now. */
  readonly kept = { memory: 0, files: 0 };

  constructor(limits: Partial<CapacityLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    this.uploads = new FairQueue(this.limits.uploads);
    this.largeUploads = new FairQueue(this.limits.largeUploads);
    this.files = new FairQueue(this.limits.files);
    this.strangers = new FairQueue(this.limits.strangers);
    this.reads = new FairQueue(this.limits.calls);
    this.writes = new FairQueue(this.limits.calls);
  }
}
