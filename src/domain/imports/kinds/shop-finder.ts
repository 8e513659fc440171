import type { Knex } from 'knex';
import type { Problem } from '../reading/kind.js';
import { keyText } from '../reading/labels.js';
import { queryRows } from '../../kernel/database/rows.js';
import { groupBy } from '../../kernel/objects.js';

/** Finds shops by ID or by name, ignoring case and spacing. */
export async function shopFinder(db: Knex): Promise<(name: string) => { readonly id: string } | Problem> {
  const shops = await queryRows<{ id: string; name: string }>(db('shops').select('id', 'name'));
  const byName = groupBy(shops, ({ name }) => keyText(name));
  return (name) => {
    const [shop, ...duplicates] = byName.get(keyText(name)) ?? shops.filter(({ id }) => id === name);
    if (shop && duplicates.length === 0) return shop;
    const expected = shop ? 'a name that only one shop has' : 'the name of a shop';
    return { column: 'Shop', value: name, expected };
  };
}
