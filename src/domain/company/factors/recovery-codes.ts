import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from './rules.js';

/** Without letters and digits that look alike. */
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

/** What is stored of a recovery code; case, spaces and hyphens do not matter. With 120 random bits there is nothing to guess. */
export const hashCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('base64url');
