import type { Knex } from 'knex';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { fingerprint } from '../../kernel/records/fingerprint.js';
import { getMetal } from './rules.js';
import { type Metal, metals } from '../../company/company/metals.js';
import type { MetalPrices, MetalSheet } from './schema.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import { recordFrom } from '../../kernel/objects.js';

export interface MetalItem {
  readonly id: string;
  readonly metal: Metal;
  readonly subTotal: number;
}

/**
 * The items of the category Metal that are named after a metal, with the cost of one foot at a shop's or at standard
 * values.
 */
export async function findMetalItems(db: Knex, shop: string | null): Promise<MetalItem[]> {
  const rows = await queryRows<{
    id: string;
    name: string;
    subTotal: number;
  }>(
    db('items as i')
      .join('item_categories as c', 'c.id', 'i.category_id')
      .joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [shop])
      .whereRaw(`lower(trim(c.name)) = 'metal'`)
      .orderBy('i.id')
      .select({ id: 'i.id', name: 'i.name' })
      .select(db.raw('coalesce(v.sub_total, i.sub_total) as "subTotal"')),
  );
  return rows.flatMap(({ name, ...row }) => {
    const metal = getMetal(name);
    return metal ? [{ ...row, metal }] : [];
  });
}

export type MetalPriceSheet = z.output<typeof MetalSheet>;

/** The name of a metal price change in the history. */
export const PRICED = 'change metal prices';

/** Whose metal prices: the company's (standard prices) or a shop's. */
export interface Owner {
  readonly table: 'companies' | 'shops';
  readonly id: string;
}
export const getSheetShop = ({ table, id }: Owner): string | null => (table === 'shops' ? id : null);

/**
 * The cost per foot of each metal: from its item, or else the price that was entered. The revision covers only these
 * ten prices, whether they were changed here or on their items. Throws not-found.
 */
export async function findSheet(db: Knex, owner: Owner, lock = false): Promise<MetalPriceSheet> {
  const { table, id } = owner;
  const suffix = table === 'companies' ? '_standard' : '';
  const columns = Object.fromEntries(metals.map(({ name, column }) => [name, column + suffix]));
  const query = db(table).where({ id });
  if (lock) query.forUpdate();
  const typedPrices = await queryFirstRow<MetalPrices>(query.first(columns));
  if (!typedPrices) throw notFound(table === 'shops' ? 'Shop' : 'Company');
  const items = await findMetalItems(db, getSheetShop(owner));
  const prices = metals.map(({ name }) => {
    const item = items.find(({ metal }) => metal.name === name);
    return [name, item?.subTotal ?? typedPrices[name]] as const;
  });
  return {
    _id: id,
    ...recordFrom(
      prices,
      ([name]) => name,
      ([, price]) => price,
    ),
    revision: fingerprint(prices),
  };
}

/** Who last changed the metal prices, here or on one of their items. */
export async function lastPricer(db: Knex, owner: Owner): Promise<string | null> {
  const shop = getSheetShop(owner);
  const ids = (await findMetalItems(db, shop)).map(({ id }) => id);
  const row = await queryFirstRow<{ actor_name: string }>(
    db('audit_entries')
      .whereRaw('(entity_ids && ?::uuid[] or (entity_ids @> array[?]::uuid[] and action = ?))', [ids, owner.id, PRICED])
      .where({ shop_id: shop })
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first('actor_name'),
  );
  return row?.actor_name ?? null;
}
