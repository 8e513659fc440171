import type { Knex } from 'knex';
import { findCompany } from '../company/queries.js';
import { invalid } from '../../kernel/errors.js';
import { getCore, isCommon } from './common-passwords.js';

/** The user whose password it is. */
interface Person {
  readonly name: string;
  readonly userName: string;
  /** Undefined for office users. */
  readonly shop?: { readonly name: string } | null | undefined;
}

/**
 * Refuses, at `path`, a password that others would guess first: a common one, or one made of the user's name or email
 * address, or of the shop's or company's name.
 */
export async function refuseGuessable(db: Knex, password: string, person: Person, path: string): Promise<void> {
  if (await isCommon(password)) throw invalid(path, 'is too common; choose another password');
  const company = await findCompany(db);
  const names = [person.name, person.userName, person.shop?.name ?? '', company?.name ?? ''];
  if (await isNamedAfter(password, names))
    throw invalid(path, 'is too similar to your name, email address or company; choose another password');
}

/** Whether a password consists only of words from these names, and perhaps a common word. */
async function isNamedAfter(password: string, names: readonly string[]): Promise<boolean> {
  const text = password.toLowerCase();
  const words = names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  if (rest === text) return false;
  const core = getCore(rest).replace(/[^\p{L}\p{N}]/gu, '');
  return core.length < 3 || (await isCommon(core));
}
