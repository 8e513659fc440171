import type { Knex } from 'knex';
import type { Ctx } from '../context.js';
import { databaseError } from '../database/errors.js';
import { DomainError } from '../errors.js';
import { findPeopleWith, findPersonId, namesFor } from './persons.js';
import type { Permission } from './permissions.js';
import { describeWhoCould } from './who-could.js';
import { parseOwnJson } from '../objects.js';

/** The code with which the database refuses price changes that are too large; see `refuse_price_change`. */
const TOO_MUCH = 'SW001';

/** The refusal of a price change that needs a second person, with who could approve; null for any other error. */
export async function readPriceRefusal(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  permission: Permission | 'anyone',
  error: unknown,
): Promise<DomainError | null> {
  const { code, detail } = databaseError(error);
  if (code !== TOO_MUCH || !actor || permission === 'anyone') return null;
  const { prices, percent, allowed } = parseOwnJson<{ prices: number; percent: number; allowed: number }>(detail); // the database function wrote it
  const what = prices === 1 ? 'A price changes' : `${prices.toLocaleString('en-US')} prices change`;
  const why = `${what} by up to ${percent}% within a day: more than ${allowed}% needs a second person.`;
  const able = await findPeopleWith(db, permission, [await findPersonId(db, actor)]);
  return new DomainError('second-person-needed', { why, who: describeWhoCould(namesFor(actor, able)) });
}

/**
 * Allows this transaction to change prices by any percent, because a second person approved or because it is a trial
 * run.
 */
export const skipPriceRule = async (trx: Knex): Promise<void> =>
  void (await trx.raw(`select set_config('shedworks.second_person', 'yes', true)`));
