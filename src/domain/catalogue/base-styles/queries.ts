import type { Knex } from 'knex';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import type { RecordKind } from '../../kernel/records/record.js';
import type { OwnRow, ShopValuesKind } from '../../kernel/records/shop-values.js';
import { BaseStyle, rates, ShopBaseStyle, StoredValues } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const rate = (table: string, column: string): string =>
  `case when ${table}.${column}_value is not null
     then json_build_object('value', ${table}.${column}_value, 'type', ${table}.${column}_type) end`;

const ratesSql = (table: string): string =>
  rates.map(({ name, column }) => `'${name}', ${rate(table, column)}`).join(', ');

const selectBaseStyles = (db: Knex): Knex.QueryBuilder =>
  db('base_styles as b')
    .select({ _id: 'b.id', name: 'b.name', doorType: 'b.door_type', doorCost: 'b.door_cost', revision: 'b.revision' })
    .select(db.raw(`json_build_object(${ratesSql('b')}) as "standardValues"`))
    .orderByRaw('lower(b.name), b.id');

/** All base styles at standard values, by name. */
export const findBaseStyles = async (db: Knex): Promise<z.output<typeof BaseStyle>[]> =>
  await queryRows<z.output<typeof BaseStyle>>(selectBaseStyles(db));

/** Base styles with a shop's values, by name; all of them if no IDs are given. */
export async function findShopBaseStyles(
  db: Knex,
  shop: string,
  ids?: readonly string[],
): Promise<z.output<typeof ShopBaseStyle>[]> {
  const query = selectBaseStyles(db)
    .joinRaw('left join shop_base_styles o on o.base_style_id = b.id and o.shop_id = ?', [shop])
    .select({ revision: db.raw('coalesce(o.revision, 0)') })
    .select(db.raw(`json_build_object('doorCost', o.door_cost, ${ratesSql('o')}) as "shopValues"`));
  if (ids) query.whereRaw('b.id = any(?)', [[...ids]]);
  return queryRows<z.output<typeof ShopBaseStyle>>(query);
}

/** One base style with a shop's values; throws not-found. */
export async function findShopBaseStyle(db: Knex, { shop, id }: OwnRow): Promise<z.output<typeof ShopBaseStyle>> {
  const [style] = await findShopBaseStyles(db, shop, [id]);
  if (!style) throw notFound('BaseStyle');
  return style;
}

export const baseStyleKind: RecordKind<typeof BaseStyle> = {
  what: 'BaseStyle',
  entity: 'base-style',
  table: 'base_styles',
  schema: BaseStyle,
  find: async (db, ids) =>
    await queryRows<z.output<typeof BaseStyle>>(selectBaseStyles(db).whereRaw('b.id = any(?)', [ids])),
  uses: [
    { table: 'sheds', column: 'base_style_id', one: 'shed', many: 'sheds' },
    { table: 'shed_labor', column: 'base_style_id', one: 'shed labor', many: 'shed labors' },
    { table: 'haul_bases', column: 'base_style_id', one: 'haul base', many: 'haul bases' },
  ],
};

export const ownBaseStyleKind: ShopValuesKind<typeof StoredValues> = {
  what: 'BaseStyle',
  entity: 'base-style',
  table: 'shop_base_styles',
  of: 'base_style_id',
  schema: StoredValues,
  columns: {
    doorCost: 'door_cost',
    buildValue: 'build_value',
    buildType: 'build_type',
    roofValue: 'roof_value',
    roofType: 'roof_type',
    trussValue: 'truss_value',
    trussType: 'truss_type',
    paintValue: 'paint_value',
    paintType: 'paint_type',
  },
  show: async (db, own) => ShopBaseStyle.encode(await findShopBaseStyle(db, own)),
};
