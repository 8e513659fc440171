import type { Knex } from 'knex';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import type { ControlRules } from './schema.js';

const select = (db: Knex) =>
  db('companies').select(
    {
      _id: 'id',
      noOwnDecisions: 'no_own_decisions',
      amountLimit: 'amount_limit',
      amountNeeds: 'amount_needs',
      revision: 'revision',
    },
    db.raw('price_percent::float8 as "pricePercent"'),
  );

/** The company's rules with these IDs. */
export const findControls = (db: Knex, ids: readonly string[]): Promise<ControlRules[]> =>
  queryRows<ControlRules>(select(db).whereRaw('id = any(?)', [[...ids]]));

/** The current rules; undefined before first set-up. */
export const findControl = (db: Knex): Promise<ControlRules | undefined> =>
  queryFirstRow<ControlRules>(select(db).limit(1));
