import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { codeOf } from '../objects.js';

/** What only who can read the log or the home folder of a new installation knows; the first set-up asks for it. */
export interface SetupCode {
  /** In groups, to be typed. */
  readonly text: string;
  readonly file: string;
  /** Whether a typed text is the code, whatever its case, blanks and dashes. */
  fits(typed: string): boolean;
  /** Removes the file: the code has served. */
  discard(): void;
}

/** Crockford's: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code of a home folder, made once and kept there in `setup-code`, readable by its owner alone. */
export function setupCode(home: string): SetupCode {
  const file = fileOf(home);
  fs.mkdirSync(home, { recursive: true });
  try {
    fs.writeFileSync(file, newCode(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const text = fs.readFileSync(file, 'utf8').trim();
  const wanted = digest(text);
  return {
    text,
    file,
    fits: (typed) => timingSafeEqual(digest(typed), wanted),
    discard: () => discardSetupCode(home),
  };
}

/** Removes the code of a home folder that is set up, if there is one. */
export const discardSetupCode = (home: string): void => fs.rmSync(fileOf(home), { force: true });

const fileOf = (home: string): string => path.join(home, 'setup-code');

/** Seven groups of four letters of five bits each: 140 bits. */
const newCode = (): string => Array.from({ length: 7 }, newGroup).join('-');
const newGroup = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const digest = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'))
    .digest();
