import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/kernel/errors.js';

const MINUTE = 60;

/** How many calls of each kind a user may make per minute; "files" are PDFs, exports and reports. */
export const limits = { uploads: 60, files: 300 } as const;
export type LimitName = keyof typeof limits;

/** Headers with the number of calls a user has left, named as in the IETF draft "RateLimit header fields for HTTP". */
export type RateHeaders = Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>>;

/** A counter in the database, shared by all processes. A key may use `points` in `duration` seconds. */
export const openLimiter = (db: Knex, keyPrefix: string, points: number, duration: number): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: db,
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });

/** Counters shared by all processes: uploads and files by user. */
export class RateLimits {
  private readonly limiters: Readonly<Record<LimitName, RateLimiterPostgres>>;

  constructor(db: Knex) {
    const limiter = (what: LimitName, keyPrefix: string) => openLimiter(db, keyPrefix, limits[what], MINUTE);
    this.limiters = { uploads: limiter('uploads', 'upload'), files: limiter('files', 'file') };
  }

  /** Counts one call of a user; `refusal` is set if the limit per minute is exceeded. */
  async count(
    what: LimitName,
    userId: string,
  ): Promise<{ readonly headers: RateHeaders; readonly refusal?: DomainError }> {
    const result = await this.limiters[what].consume(userId).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    const reset = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    const headers = {
      'RateLimit-Policy': `"${what}";q=${limits[what]};w=${MINUTE}`,
      RateLimit: `"${what}";r=${result.remainingPoints};t=${reset}`,
    };
    const isOver = result.consumedPoints > limits[what];
    return { headers, ...(isOver && { refusal: new DomainError('too-many-attempts', { retryAfter: reset }) }) };
  }
}
