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
      beforeAttempt: async (userName: string): Promise<void> => {
        const [name, from] = await Promise.all([this.names.get(userName), this.addresses.get(address)]);
        refuseAfter(name, FAILURES);
        refuseAfter(from, FAILURES);
      },
      afterFailure: async (userName: string): Promise<void> => {
        await Promise.all([this.names.penalty(userName), this.addresses.penalty(address)]);
      },
    };
  }

  /** Counts one upload; refuses more than 60 a minute from one person. */
  async countUpload(userId: string): Promise<void> {
    await this.uploads.consume(userId).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) throw tooMany(reason);
      throw reason;
    });
  }
}

function refuseAfter(seen: RateLimiterRes | null, allowed: number): void {
  if (seen && seen.consumedPoints >= allowed) throw tooMany(seen);
}

const tooMany = (seen: RateLimiterRes) =>
  new DomainError('too-many-attempts', { retryAfter: Math.max(1, Math.ceil(seen.msBeforeNext / 1000)) });
