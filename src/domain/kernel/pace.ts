import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from './errors.js';

const SLICE_MS = 2;

/** Paces long work: it yields to the event loop every few milliseconds so that other requests are answered. */
export class Pace {
  private until = performance.now() + SLICE_MS;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether it is time to `rest`; fast enough to check after every order. */
  isDue(): boolean {
    return performance.now() >= this.until;
  }

  /** Lets other work run. Throws `cancelled` if the caller has disconnected. */
  async rest(): Promise<void> {
    await turn();
    if (this.signal?.aborted) throw new DomainError('cancelled', undefined);
    this.until = performance.now() + SLICE_MS;
  }

  /** Maps each item in order, with rests. */
  async map<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
    const results: R[] = [];
    for (const item of items) {
      results.push(work(item));
      if (this.isDue()) await this.rest();
    }
    return results;
  }
}
