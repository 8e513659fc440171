import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getErrorCode } from '../objects.js';

/**
 * A code that first set-up requires. Only someone who can read the log or the home folder of a new installation knows
 * it.
 */
export interface SetupCode {
  /** The code in groups, easier to type. */
  readonly text: string;
  readonly file: string;
  /** Whether an entered text matches the code, ignoring case, spaces and dashes. */
  fits(code: string): boolean;
  /** Removes the file once the code has been used. */
  discard(): void;
}

/** Crockford's alphabet, in which no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code of a home folder, created once and stored there in `setup-code`, readable only by its owner. */
export function setupCode(home: string): SetupCode {
  const file = getFile(home);
  fs.mkdirSync(home, { recursive: true });
  try {
    fs.writeFileSync(file, newCode(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  }
  const text = fs.readFileSync(file, 'utf8').trim();
  const expectedDigest = digest(text);
  return {
    text,
    file,
    fits: (code) => timingSafeEqual(digest(code), expectedDigest),
    discard: () => discardSetupCode(home),
  };
}

/** Removes the code from a home folder that is already set up, if there is one. */
export const discardSetupCode = (home: string): void => fs.rmSync(getFile(home), { force: true });

const getFile = (home: string): string => path.join(home, 'setup-code');

/** Seven groups of four letters of five bits each: 140 bits. */
const newCode = (): string => Array.from({ length: 7 }, newGroup).join('-');
const newGroup = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const digest = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'))
    .digest();
