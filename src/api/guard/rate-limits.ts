import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/kernel/errors.js';

const MINUTE = 60;

/** How many calls of a kind one person may make in a minute: files are PDFs, exports and reports. */
const limits = { uploads: 60, files: 300 } as const;
export type Limited = keyof typeof limits;

/** Headers that say how many calls a person has left, as the IETF draft "RateLimit header fields for HTTP" names them. */
export type RateHeaders = Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>>;

/** A count in the database that all processes share: `points` are allowed for a key in `duration` seconds. */
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

/** Counts that all processes share: uploads and files by person. */
export class RateLimits {
  private readonly limiters: Readonly<Record<Limited, RateLimiterPostgres>>;

  constructor(db: Knex) {
    const limiter = (what: Limited, keyPrefix: string) => openLimiter(db, keyPrefix, limits[what], MINUTE);
    this.limiters = { uploads: limiter('uploads', 'upload'), files: limiter('files', 'file') };
  }

  /** Counts one call of a person; `refusal` where it is more than they may make in a minute. */
  async count(
    what: Limited,
    userId: string,
  ): Promise<{ readonly headers: RateHeaders; readonly refusal?: DomainError }> {
    const seen = await this.limiters[what].consume(userId).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    const reset = Math.max(1, Math.ceil(seen.msBeforeNext / 1000));
    const headers = {
      'RateLimit-Policy': `"${what}";q=${limits[what]};w=${MINUTE}`,
      RateLimit: `"${what}";r=${seen.remainingPoints};t=${reset}`,
    };
    const isOver = seen.consumedPoints > limits[what];
    return { headers, ...(isOver && { refusal: new DomainError('too-many-attempts', { retryAfter: reset }) }) };
  }
}
