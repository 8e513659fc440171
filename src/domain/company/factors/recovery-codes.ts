import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from './rules.js';

/** No letters or digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/** New recovery codes of 120 random bits each, in groups of four. */
export const createCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: LENGTH },
      (_, n) => `${n > 0 && n % 4 === 0 ? '-' : ''}${ALPHABET[randomInt(ALPHABET.length)]}`,
    ).join(''),
  );

/**
 * The hash to store for a recovery code, ignoring case, spaces and hyphens. A fast hash is enough, because 120 random
 * bits cannot be guessed.
 */
export const hashCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('base64url');
