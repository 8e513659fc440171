import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from './errors.js';

const SLICE_MS = 2;

/** Long work beside other work: every few milliseconds the event loop gets a turn, so that other requests are answered. */
export class Pace {
  private until = performance.now() + SLICE_MS;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether it is time to `rest`; cheap enough to be asked after every order. */
  isDue(): boolean {
    return performance.now() >= this.until;
  }

  /** Lets other work go on; throws `cancelled` when who asked for this has left. */
  async rest(): Promise<void> {
    await turn();
    if (this.signal?.aborted) throw new DomainError('cancelled', undefined);
    this.until = performance.now() + SLICE_MS;
  }

  /** What `work` makes of each item, in their order. */
  async map<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
    const made: R[] = [];
    for (const item of items) {
      made.push(work(item));
      if (this.isDue()) await this.rest();
    }
    return made;
  }
}
