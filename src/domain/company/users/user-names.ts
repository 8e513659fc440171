import type { Knex } from 'knex';
import { z } from 'zod';
import { roles } from '../../kernel/rights/roles.js';
import { queryRows } from '../../kernel/database/rows.js';

/** A user in the lists of shops and of the company. */
export const NamedUser = z.object({ _id: z.uuid(), name: z.string(), role: z.enum(roles) });

/** The active users of a shop, or of the office for null, by name. */
export async function findUserNames(db: Knex, shop: string | null): Promise<z.output<typeof NamedUser>[]> {
  return queryRows<z.output<typeof NamedUser>>(
    db('users')
      .where({ shop_id: shop, active: true })
      .orderByRaw('lower(name), id')
      .select({ _id: 'id', name: 'name', role: 'role' }),
  );
}
