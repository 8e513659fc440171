import type { Knex } from 'knex';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/kernel/errors.js';
import { FairQueue } from '../../domain/kernel/fair-queue.js';
import { openLimiter } from './rate-limits.js';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 3600;
const MOST_REMEMBERED = 10_000;
const CHECKED_MS = 1000;
/** How many attempts of one key may wait; further ones are refused. */
const MOST_WAITING = 50;

/** How many failures a counter allows. */
interface Count {
  readonly what: 'pair' | 'address' | 'name' | 'code' | 'password' | 'link' | 'link-address';
  readonly most: number;
}
type Limit = Count & { readonly key: string };

/**
 * Counts failed sign-ins, wrong codes and wrong current passwords in the database, across all processes. Correct
 * passwords never count, however many arrive together. Blocked attempts add no row and query the database at most
 * once a second.
 */
export class FailureCounts {
  readonly pair: Count = { what: 'pair', most: 10 };
  readonly address: Count = { what: 'address', most: 100 };
  readonly name: Count = { what: 'name', most: 100 };
  /** For the code after the correct password: one in 333,000 guesses is correct. */
  readonly code: Count = { what: 'code', most: 50 };
  /** For the current password, which a signed-in user enters to set a new one. */
  readonly password: Count = { what: 'password', most: 10 };
  /** For links by email, where every request counts: for one name from one address, and from one address. */
  readonly link: Count = { what: 'link', most: 3 };
  readonly linkAddress: Count = { what: 'link-address', most: 20 };
  private readonly limiters: Readonly<Record<Count['what'], RateLimiterPostgres>>;
  private readonly blocked = new Map<string, BlockedKey>();
  private readonly running = new Map<string, RunningAttempts>();
  /**
   * Turns of attempts by their key, as many at the same time as failures are allowed. Only these query the counts, and
   * wait for each other.
   */
  private readonly turns = new Map<Count['what'], FairQueue>();
  /** Number of finished attempts. */
  private ended = 0;

  constructor(db: Knex) {
    const limiter = (keyPrefix: string, { most }: Count, duration: number) =>
      openLimiter(db, keyPrefix, most, duration);
    this.limiters = {
      pair: limiter('sign-in', this.pair, QUARTER_HOUR),
      address: limiter('sign-in-address', this.address, QUARTER_HOUR),
      name: limiter('sign-in-name', this.name, DAY),
      code: limiter('sign-in-code', this.code, DAY),
      password: limiter('own-password', this.password, QUARTER_HOUR),
      link: limiter('link', this.link, QUARTER_HOUR),
      'link-address': limiter('link-address', this.linkAddress, QUARTER_HOUR),
    };
  }

  /**
   * Runs one attempt, which returns null on failure, and counts a failure toward every limit. At most as many
   * attempts run at the same time as the first limit still allows failures; others wait, and throw `busy` if too many
   * do. Returns the limits that this attempt used up.
   */
  async count<T>(
    limits: readonly Limit[],
    check: () => Promise<T | null>,
  ): Promise<{ result: T | null; reached: readonly Count['what'][] }> {
    const [first] = limits;
    if (!first) return { result: await check(), reached: [] };
    return this.getTurns(first).run(first.key, async () => {
      const release = await this.enter(first, limits);
      try {
        const result = await check();
        return { result, reached: result === null ? await this.fail(limits) : [] };
      } finally {
        release();
      }
    });
  }

  private getTurns({ what, most }: Count): FairQueue {
    const turns = this.turns.get(what) ?? new FairQueue({ atOnce: Infinity, each: most, waiting: MOST_WAITING });
    this.turns.set(what, turns);
    return turns;
  }

  /** Reserves one of the attempts left under the first limit. Throws `too-many-attempts` if any limit is reached. */
  private async enter(first: Limit, limits: readonly Limit[]): Promise<() => void> {
    for (;;) {
      for (const limit of limits) this.refuseBlocked(limit);
      const before = this.ended;
      const counts = await Promise.all(limits.map((limit) => this.failures(limit)));
      if (this.ended !== before) continue; // an attempt that ended in between may have failed after its count was read
      const running = this.running.get(first.key) ?? { count: 0, ended: [] };
      if ((counts[0] ?? 0) + running.count < first.most) {
        this.running.set(first.key, running);
        running.count += 1;
        return () => this.leave(first.key, running);
      }
      await new Promise<void>((resolve) => running.ended.push(resolve));
    }
  }

  private leave(key: string, running: RunningAttempts): void {
    this.ended += 1;
    running.count -= 1;
    if (running.count === 0) this.running.delete(key);
    for (const next of running.ended.splice(0)) next();
  }

  /** The failures counted so far. Throws if the limit is reached. */
  private async failures(limit: Limit): Promise<number> {
    const count = await this.limiters[limit.what].get(limit.key);
    const failures = count?.consumedPoints ?? 0;
    if (failures < limit.most) return failures;
    this.block(limit, count?.msBeforeNext ?? 0);
    throw tooMany(count?.msBeforeNext ?? 0);
  }

  private async fail(limits: readonly Limit[]): Promise<Count['what'][]> {
    const counts = await Promise.all(
      limits.map(async (limit) => ({ limit, seen: await this.limiters[limit.what].penalty(limit.key, 1) })),
    );
    return counts.filter(({ limit, seen }) => seen.consumedPoints === limit.most).map(({ limit }) => limit.what);
  }

  private block({ what, key }: Limit, ms: number): void {
    if (this.blocked.size >= MOST_REMEMBERED) this.blocked.clear();
    const now = performance.now();
    this.blocked.set(`${what} ${key}`, { until: now + ms, checkedUntil: now + CHECKED_MS });
  }

  private refuseBlocked({ what, key }: Limit): void {
    const blockedUntil = this.blocked.get(`${what} ${key}`);
    if (blockedUntil && blockedUntil.checkedUntil > performance.now())
      throw tooMany(blockedUntil.until - performance.now());
  }
}

const tooMany = (ms: number): DomainError =>
  new DomainError('too-many-attempts', { retryAfter: Math.max(1, Math.ceil(ms / 1000)) });

/** A blocked key. The database is queried again after `checkedUntil`, by `performance.now()`. */
interface BlockedKey {
  readonly until: number;
  readonly checkedUntil: number;
}

interface RunningAttempts {
  count: number;
  /** Attempts waiting for a slot. */
  readonly ended: (() => void)[];
}
