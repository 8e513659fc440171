import type { Knex } from 'knex';
import type { z } from 'zod';
import { tableAt } from '../prices/as-of.js';
import { openOrders } from '../../kernel/order/uses.js';
import type { RecordKind } from '../../kernel/records/record.js';
import type { Use } from '../../kernel/records/uses.js';
import { Shed, ShedCategory, ShedModel } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;

/** SQL: lines as JSON, by name, from a table that joins an owner to add-ons or components. */
const lines = (join: string, owner: string, of: 'add_on' | 'component', ownerId: string) => {
  const field = of === 'add_on' ? 'addon' : 'component';
  return `coalesce((select json_agg(json_build_object('${field}', ${namedSql('p')}, 'quantity', x.quantity) order by lower(p.name), p.id)
    from ${join} x join ${of}s p on p.id = x.${of}_id where x.${owner} = ${ownerId}), '[]')`;
};

export function selectShedCategories(db: Knex): Knex.QueryBuilder {
  return db('shed_categories as c')
    .select({
      _id: 'c.id',
      name: 'c.name',
      revision: 'c.revision',
      sidingTypes: 'c.siding_types',
      roofTypes: 'c.roof_types',
    })
    .select(
      db.raw(`(select count(*)::int from shed_models m where m.category_id = c.id) as models`),
      db.raw(`coalesce((select json_agg(${namedSql('p')} order by lower(p.name)) from shed_category_addon_parents x
        join addon_parent_categories p on p.id = x.addon_parent_category_id where x.shed_category_id = c.id), '[]') as "addonParentCategories"`),
    )
    .orderByRaw('lower(c.name), c.id');
}

export function selectModels(db: Knex): Knex.QueryBuilder {
  return db('shed_models as m')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .select({ _id: 'm.id', name: 'm.name', code: 'm.code', revision: 'm.revision' })
    .select(
      db.raw(`${namedSql('c')} as "shedCategory"`),
      db.raw('(select count(*)::int from sheds s where s.model_id = m.id) as sheds'),
      db.raw(`${lines('shed_model_add_ons', 'model_id', 'add_on', 'm.id')} as "standardAddOns"`),
    )
    .orderByRaw('lower(m.name), m.id');
}

/** Sheds with model `m`, category `c` and base style `b`, sorted by model, then size. */
const selectSheds = (db: Knex, at?: string): Knex.QueryBuilder =>
  db
    .from(at ? tableAt(db, 'sheds', 's', at) : 'sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 's.base_style_id')
    .select({ _id: 's.id', width: 's.width', length: 's.length', retailPrice: 's.retail_price' })
    .orderByRaw('lower(m.name), s.width, s.length, s.id');

export type ShedSize = Pick<
  z.output<typeof Shed>,
  '_id' | 'category' | 'model' | 'baseStyle' | 'width' | 'length' | 'retailPrice'
>;
type SizeRow = Pick<ShedSize, '_id' | 'width' | 'length' | 'retailPrice'> &
  Readonly<Record<'categoryId' | 'categoryName' | 'modelId' | 'modelName' | 'styleId' | 'styleName', string>>;

/**
 * The sizes of a category, of a model, or of all if neither is given, now or at a past moment. Names are plain
 * columns because there are thousands of rows.
 */
export async function findSizes(
  db: Knex,
  {
    category,
    model,
    at,
  }: { readonly category?: string | undefined; readonly model?: string | undefined; readonly at?: string },
): Promise<ShedSize[]> {
  const query = selectSheds(db, at)
    .select({ categoryId: 'c.id', categoryName: 'c.name', modelId: 'm.id', modelName: 'm.name' })
    .select({ styleId: 'b.id', styleName: 'b.name' });
  if (category) query.where('c.id', category);
  if (model) query.where('m.id', model);
  return (await queryRows<SizeRow>(query)).map((row) => ({
    _id: row._id,
    category: { _id: row.categoryId, name: row.categoryName },
    model: { _id: row.modelId, name: row.modelName },
    baseStyle: { _id: row.styleId, name: row.styleName },
    width: row.width,
    length: row.length,
    retailPrice: row.retailPrice,
  }));
}

const sameSize = (table: string) => `(select x.id from ${table} x where x.model_id = s.model_id
  and x.base_style_id = s.base_style_id and x.width = s.width and x.length = s.length)`;

/** The sheds that use a shed labor or a haul base: those of its model, base style and size. */
export const shedsOfSize = (table: 'shed_labor' | 'haul_bases'): Use => ({
  table: 'sheds',
  column: `(model_id, base_style_id, width, length) in (select model_id, base_style_id, width, length from ${table} where id = ?)`,
  one: 'shed',
  many: 'sheds',
});

/** The fields that make up a size, by which sheds find their labor and haul base. */
export const sizeFields = ['model', 'baseStyle', 'width', 'length'] as const;

const selectWholeSheds = (db: Knex): Knex.QueryBuilder =>
  selectSheds(db).select(
    's.revision',
    db.raw(`${namedSql('c')} as category, ${namedSql('m')} as model, ${namedSql('b')} as "baseStyle"`),
    db.raw(`coalesce(s.ss_id, '') as "ssId"`),
    db.raw(`${sameSize('shed_labor')} as "shedLabor", ${sameSize('haul_bases')} as "haulBase"`),
    db.raw(`${lines('shed_components', 'shed_id', 'component', 's.id')} as components`),
    db.raw(`${lines('shed_add_ons', 'shed_id', 'add_on', 's.id')} as "standardAddOns"`),
  );

export const categoryKind: RecordKind<typeof ShedCategory> = {
  what: 'Shed category',
  entity: 'shed-category',
  table: 'shed_categories',
  schema: ShedCategory,
  find: async (db, ids) =>
    await queryRows<z.output<typeof ShedCategory>>(selectShedCategories(db).whereRaw('c.id = any(?)', [ids])),
  uses: [
    { table: 'shed_models', column: 'category_id', one: 'model', many: 'models' },
    { table: 'components', column: 'shed_category_id', one: 'component', many: 'components' },
    { table: 'shops', column: 'default_category_id', one: 'shop', many: 'shops' },
    { table: 'shop_percents', column: 'category_id', one: 'shop percentage', many: 'shop percentages' },
  ],
  parts: [
    {
      table: 'addon_parent_categories',
      column: 'id in (select addon_parent_category_id from shed_category_addon_parents where shed_category_id = ?)',
      one: 'the link to parent category',
      many: 'the links to parent categories',
      name: 'name',
    },
  ],
};

export const modelKind: RecordKind<typeof ShedModel> = {
  what: 'Shed model',
  entity: 'shed-model',
  table: 'shed_models',
  schema: ShedModel,
  find: async (db, ids) =>
    await queryRows<z.output<typeof ShedModel>>(selectModels(db).whereRaw('m.id = any(?)', [ids])),
  uses: [
    { table: 'sheds', column: 'model_id', one: 'shed', many: 'sheds' },
    { table: 'shop_percents', column: 'model_id', one: 'shop percentage', many: 'shop percentages' },
  ],
  parts: [
    { table: 'shed_labor', column: 'model_id', one: 'labor record', many: 'labor records' },
    {
      table: 'shop_shed_labor',
      column: 'shed_labor_id in (select id from shed_labor where model_id = ?)',
      one: 'shop labor record',
      many: 'shop labor records',
    },
    { table: 'haul_bases', column: 'model_id', one: 'haul base', many: 'haul bases' },
    { table: 'shed_model_add_ons', column: 'model_id', one: 'standard add-on', many: 'standard add-ons' },
  ],
};

export const shedKind: RecordKind<typeof Shed> = {
  what: 'Shed',
  entity: 'shed',
  table: 'sheds',
  schema: Shed,
  find: async (db, ids) =>
    await queryRows<z.output<typeof Shed>>(selectWholeSheds(db).whereRaw('s.id = any(?)', [ids])),
  uses: [openOrders('shed_id = ?')],
};
