import type { Knex } from 'knex';
import type { z } from 'zod';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { percentColumns, type PercentName, percentNames } from './rules.js';
import type { ChangeShop } from './schema.js';
import { queryColumn } from '../../kernel/database/rows.js';

type Fields = Omit<z.output<typeof ChangeShop>, 'id' | 'revision'>;
type Percents = Readonly<{ [Name in PercentName]?: number | null | undefined }>;
type Owner = 'category_id' | 'model_id';

/**
 * Stores the given percents: those of the default category, and the rows for other categories and models, which
 * replace the stored rows. A row for the default category is ignored; an empty percent means 0.
 */
export async function putPercents(
  db: Knex,
  shop: string,
  { categories, defaultModels, ...fields }: Fields,
  defaultCategory: string | null,
): Promise<void> {
  const ownRow = toRow(fields);
  if (Object.keys(ownRow).length > 0) await savePercents(db, shop, null, [{ id: null, row: ownRow }]);
  if (defaultCategory) await db('shop_percents').where({ shop_id: shop, category_id: defaultCategory }).delete();
  if (categories) {
    const rest = categories.filter(({ category }) => category !== defaultCategory);
    await replace(
      db,
      shop,
      'category_id',
      rest.map(({ category, ...row }) => ({ id: category, row: toRow(row) })),
    );
  }
  if (defaultModels)
    await replace(
      db,
      shop,
      'model_id',
      defaultModels.map(({ model, ...row }) => ({ id: model, row: toRow(row) })),
    );
}

const toRow = (percents: Percents): Record<string, number> =>
  Object.fromEntries(
    percentNames
      .filter((name) => percents[name] !== undefined)
      .map((name) => [percentColumns[name], percents[name] ?? 0]),
  );

interface Row {
  readonly id: string | null;
  readonly row: Readonly<Record<string, number>>;
}

const tables = {
  category_id: { table: 'shed_categories', field: 'categories', what: 'category' },
  model_id: { table: 'shed_models', field: 'defaultModels', what: 'model' },
} as const;

/** Replaces all rows of one kind. Rows that stay keep their price history; the others are deleted. */
async function replace(db: Knex, shop: string, owner: Owner, rows: readonly Row[]): Promise<void> {
  const { table, field, what } = tables[owner];
  const ids = rows.flatMap(({ id }) => id ?? []);
  const knownIds = new Set(await queryColumn<string>(db(table).whereRaw('id = any(?)', [ids]).pluck('id')));
  const missingAt = ids.findIndex((id) => !knownIds.has(id));
  if (missingAt >= 0) throw invalid(`${field}.${missingAt}.${what}`, 'does not exist');
  await db('shop_percents')
    .where({ shop_id: shop })
    .whereNotNull(owner)
    .whereRaw('not ?? = any(?)', [owner, ids])
    .delete();
  await savePercents(db, shop, owner, rows);
}

async function savePercents(db: Knex, shop: string, owner: Owner | null, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const target = owner
    ? `shop_id, ${owner}) where (${owner} is not null`
    : 'shop_id) where (category_id is null and model_id is null';
  const columns = Object.keys(rows[0]?.row ?? {});
  const values = rows.map(({ id, row }) => ({ id: newId(), shop_id: shop, ...(owner ? { [owner]: id } : {}), ...row }));
  await db('shop_percents')
    .insert(values)
    .onConflict(db.raw(`(${target})`))
    .merge(columns);
}
