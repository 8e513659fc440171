import type { Knex } from 'knex';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/kernel/errors.js';
import { openLimiter, type RateHeaders } from './rate-limits.js';

const MINUTE = 60;
const UNLIMITED = 1_000_000_000;
/** The share of a minute's calls that a process takes from the shared count at a time. */
const SHARE = 20;
/** How many milliseconds a process continues without the shared count if it does not respond. */
const PATIENCE_MS = 1000;

interface Lease {
  callsLeft: number;
  /** The calls that the shared count had left for other processes when the lease was taken. */
  readonly leftForOthers: number;
  /** When the minute ends, in milliseconds of `performance.now()`. */
  readonly until: number;
}

/**
 * Counts the calls of each key per minute over all processes. A process takes a twentieth of a key's calls from the
 * shared count at a time, so that few calls wait for it.
 */
export class KeyRates {
  private readonly limiter: RateLimiterPostgres;
  private readonly leases = new Map<string, Lease>();
  private readonly requests = new Map<string, Promise<Lease>>();

  constructor(db: Knex) {
    this.limiter = openLimiter(db, 'key', UNLIMITED, MINUTE);
  }

  /** Counts one call of a key that may make `rate` per minute; `refusal` is set if that is exceeded. */
  async count(
    id: string,
    rate: number,
  ): Promise<{ readonly headers: RateHeaders; readonly refusal?: DomainError | undefined }> {
    const { lease, isOver } = await this.use(id, rate);
    const reset = Math.max(1, Math.ceil((lease.until - performance.now()) / 1000));
    const headers = {
      'RateLimit-Policy': `"key";q=${rate};w=${MINUTE}`,
      RateLimit: `"key";r=${lease.callsLeft + lease.leftForOthers};t=${reset}`,
    };
    return { headers, ...(isOver && { refusal: new DomainError('too-many-calls', { retryAfter: reset }) }) };
  }

  /** Uses one call of a lease, before awaiting anything, because many calls wait for it. `isOver`: the minute's are used up. */
  private async use(id: string, rate: number): Promise<{ readonly lease: Lease; readonly isOver: boolean }> {
    for (;;) {
      const lease = this.leases.get(id);
      if (lease && performance.now() < lease.until) {
        if (lease.callsLeft > 0) {
          lease.callsLeft -= 1;
          return { lease, isOver: false };
        }
        if (lease.leftForOthers <= 0) return { lease, isOver: true };
      }
      await (this.requests.get(id) ?? this.take(id, rate));
    }
  }

  private take(id: string, rate: number): Promise<Lease> {
    const size = Math.max(1, Math.floor(rate / SHARE));
    const ownLease = (): Lease => ({ callsLeft: size, leftForOthers: 1, until: performance.now() + PATIENCE_MS });
    const taking = Promise.race([this.consume(id, rate, size), patience(ownLease)])
      .catch(ownLease)
      .then((lease) => {
        if (this.leases.size > 5000) this.leases.clear();
        this.leases.set(id, lease);
        return lease;
      })
      .finally(() => this.requests.delete(id));
    this.requests.set(id, taking);
    return taking;
  }

  private async consume(id: string, rate: number, size: number): Promise<Lease> {
    const { consumedPoints, msBeforeNext } = await this.limiter.consume(id, size);
    const before = consumedPoints - size;
    return {
      callsLeft: Math.max(0, Math.min(size, rate - before)),
      leftForOthers: Math.max(0, rate - consumedPoints),
      until: performance.now() + Math.max(1, msBeforeNext),
    };
  }
}

const patience = (getOwnLease: () => Lease): Promise<Lease> =>
  new Promise((resolve) => setTimeout(() => resolve(getOwnLease()), PATIENCE_MS).unref());
