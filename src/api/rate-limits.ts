import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../domain/errors.js';

const WINDOW_SECONDS = 15 * 60;
const FAILURES = 10;

/** Counts that all processes share: failed sign-ins by name and by address, uploads by person. */
export class RateLimits {
  private readonly names: RateLimiterPostgres;
  private readonly addresses: RateLimiterPostgres;
  private readonly uploads: RateLimiterPostgres;

  constructor(db: Knex) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
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
    this.names = limiter('name', FAILURES, WINDOW_SECONDS);
    this.addresses = limiter('address', FAILURES, WINDOW_SECONDS);
    this.uploads = limiter('upload', 60, 60);
  }

  /** The two steps around a sign-in from `address`. */
  signIn(address: string) {
    return {
      // Counted before the password is looked at, so that many guesses at once are many guesses.
      beforeAttempt: async (userName: string): Promise<void> => {
        const counted = await Promise.allSettled([
          this.names.consume(key(userName)),
          this.addresses.consume(key(address)),
        ]);
        for (const count of counted) if (count.status === 'rejected') throw tooManyOr(count.reason);
      },
      afterSuccess: async (userName: string): Promise<void> => {
        await Promise.all([this.names.reward(key(userName)), this.addresses.reward(key(address))]);
      },
    };
  }

  /** Counts one upload; refuses more than 60 a minute from one person. */
  async countUpload(userId: string): Promise<void> {
    await this.uploads.consume(userId).catch((reason: unknown) => {
      throw tooManyOr(reason);
    });
  }
}

/** Names come from outside and may be long: counted under their hash. */
const key = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url');

const tooManyOr = (reason: unknown): unknown => (reason instanceof RateLimiterRes ? tooMany(reason) : reason);

const tooMany = (seen: RateLimiterRes) =>
  new DomainError('too-many-attempts', { retryAfter: Math.max(1, Math.ceil(seen.msBeforeNext / 1000)) });
