import type { Knex } from 'knex';
import type { ImportOptions } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

const CATEGORIES = {
  shed: 'shed_categories',
  item: 'item_categories',
  addOn: 'addon_categories',
  component: 'component_categories',
} as const;

/**
 * The name of an export: its kind, then the category (by default a shed category), model and shop it is limited to.
 * Without limits its file is `Items.xlsx` or `Sheds.xlsx`.
 */
export async function exportName(
  db: Knex,
  kind: string,
  { category, model, shop }: ImportOptions,
  categoryOf: keyof typeof CATEGORIES = 'shed',
): Promise<string> {
  const limits = [
    [CATEGORIES[categoryOf], category],
    ['shed_models', model],
    ['shops', shop],
  ] as const;
  const names: string[] = [];
  for (const [table, id] of limits) {
    const row = id && (await queryFirstRow<{ name: string }>(db(table).where({ id }).first('name')));
    if (row) names.push(row.name);
  }
  return [kind, ...names].map((name) => name.replace(/[^\p{L}\p{N}]+/gu, '_')).join('_');
}
