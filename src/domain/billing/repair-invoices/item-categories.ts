import type { Knex } from 'knex';
import { z } from 'zod';
import { findCompany } from '../../company/company/queries.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { updateRecord, findRecord, type RecordKind } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { itemsFor } from './rules.js';
import type { RepairType } from './status.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';

/** The item categories for repair and driver invoices, by name. An empty list means the default categories. */
const ItemCategories = z.object({
  _id: z.uuid(),
  revision: z.int(),
  repair: z.array(NamedRecord),
  driver: z.array(NamedRecord),
});

const Ids = z.array(Id).max(500);
const ChangeItemCategories = z.object({ id: Id, revision: z.int().optional(), repair: Ids, driver: Ids });

const kind: RecordKind<typeof ItemCategories> = {
  what: 'The list of categories',
  entity: 'company',
  table: 'companies',
  schema: ItemCategories,
  uses: [],
  find: async (db, ids) => {
    const rows = await queryRows<{
      _id: string;
      revision: number;
    }>(db('companies').whereRaw('id = any(?)', [ids]).select({ _id: 'id', revision: 'revision' }));
    const [repair, driver] = [await findCategories(db, 'Repair'), await findCategories(db, 'Driver')];
    return rows.map((row) => ({ ...row, repair, driver }));
  },
  trace: ({ repair, driver }) => ({
    repairCategories: repair.map(({ name }) => name),
    driverCategories: driver.map(({ name }) => name),
  }),
};

/** The categories that the company set for an invoice type, by name; none by default. */
export const findCategories = async (db: Knex, type: RepairType): Promise<z.output<typeof NamedRecord>[]> =>
  await queryRows<z.output<typeof NamedRecord>>(
    db('repair_item_categories as r')
      .join('item_categories as c', 'c.id', 'r.category_id')
      .where('r.type', type.toLowerCase())
      .orderByRaw('lower(c.name), c.id')
      .select({ _id: 'c.id', name: 'c.name' }),
  );

interface CategorizedItem {
  readonly category: { readonly _id: string; readonly name: string };
}

/** The items available for an invoice type: from the company's categories, or the default ones (G-090). */
export async function findChoices<I extends CategorizedItem>(
  db: Knex,
  type: RepairType,
  items: readonly I[],
): Promise<readonly I[]> {
  const categoryIds = new Set((await findCategories(db, type)).map(({ _id }) => _id));
  return categoryIds.size === 0 ? itemsFor(type, items) : items.filter(({ category }) => categoryIds.has(category._id));
}

export const listRepairItemCategories = service({
  summary: 'List the item categories for repair and driver invoices',
  permission: 'company.read',
  effect: 'read',
  input: z.object({}),
  output: { office: ItemCategories },
  run: async (ctx) => {
    const company = await findCompany(ctx.db);
    if (!company) throw notFound('Company');
    return findRecord(ctx.db, kind, company._id);
  },
});

export const updateRepairItemCategories = service({
  summary: 'Set the item categories for repair and driver invoices',
  permission: 'company.write',
  effect: 'write',
  input: ChangeItemCategories,
  output: { office: z.object({ msg: z.string(), item: ItemCategories }) },
  run: async (ctx, { id, revision, repair, driver }) => {
    const rows = [
      ...[...new Set(repair)].map((category_id) => ({ type: 'repair', category_id })),
      ...[...new Set(driver)].map((category_id) => ({ type: 'driver', category_id })),
    ];
    const knownIds = await queryColumn<string>(ctx.db('item_categories').pluck('id'));
    for (const [field, ids] of Object.entries({ repair, driver })) {
      if (!ids.every((one) => knownIds.includes(one))) throw invalid(field, 'includes a category that does not exist');
    }
    const item = await updateRecord(ctx, kind, { id, revision }, async () => {
      await ctx.db('repair_item_categories').delete();
      if (rows.length > 0) await ctx.db('repair_item_categories').insert(rows);
    });
    return { msg: 'Settings are updated', item };
  },
});
