import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../../kernel/fair-queue.js';
import { DomainError, invalid } from '../../kernel/errors.js';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The most hashes at a time. Each takes 19 MB and one of the four threads that file access and compression also need.
 */
const hashes = new FairQueue({ atOnce: 2, each: 2, waiting: 100 });
const inTurn = <T>(work: () => Promise<T>): Promise<T> => hashes.run('', work);

/** The argon2id hash of a password. Throws `busy` when too many are waiting. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** Whether a hash is weaker than one made with today's settings. */
export function isOutdated(hash: string): boolean {
  const [, memory = 0, time = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(hash) ?? [];
  return Number(memory) < cost.memoryCost || Number(time) < cost.timeCost;
}

const WRONG = { path: 'currentPassword', msg: 'is incorrect' };

/** The error for a wrong current password. */
export const wrongPassword = (): DomainError => invalid(WRONG.path, WRONG.msg);

/** Whether an error is the one from `wrongPassword`. */
export const isWrongPassword = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.errors.some(({ path, msg }) => path === WRONG.path && msg === WRONG.msg);

const nobody = hash('no user has this password', cost);

/** Stored instead of a hash while a user has no password. */
export const NO_PASSWORD = '';

/**
 * Whether a password matches a hash. Takes the same time without a hash, so that the time reveals nothing. Throws
 * `busy` if too many are waiting.
 */
export const passwordFits = (hash: string | null, password: string): Promise<boolean> =>
  inTurn(async () => {
    const fits = await verify(hash || (await nobody), password);
    return hash !== null && hash !== NO_PASSWORD && fits;
  });
