import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../domain/errors.js';

/** Counts that all processes share: uploads by person. */
export class RateLimits {
  private readonly uploads: RateLimiterPostgres;

  constructor(db: Knex) {
    this.uploads = new RateLimiterPostgres({
      storeClient: db,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: 'upload',
      points: 60,
      duration: 60,
    });
  }

  /** Counts one upload; refuses more than 60 a minute from one person. */
  async countUpload(userId: string): Promise<void> {
    await this.uploads.consume(userId).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
    });
  }
}

const tooMany = (seen: RateLimiterRes) =>
  new DomainError('too-many-attempts', { retryAfter: Math.max(1, Math.ceil(seen.msBeforeNext / 1000)) });
