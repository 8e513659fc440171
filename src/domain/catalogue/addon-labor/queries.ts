import type { Knex } from 'knex';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import type { RecordKind } from '../../kernel/records/record.js';
import type { OwnRow, ShopValuesKind } from '../../kernel/records/shop-values.js';
import { AddOnLabor, OwnAddOnLabor, type ShopAddOnLabor } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type LaborRow = z.output<typeof ShopAddOnLabor>;

interface LaborQuery {
  /** The shop whose values to read; null for the standard ones. */
  readonly shop: string | null;
  readonly category?: string;
  readonly ids?: readonly string[];
}

/** Add-on labor at a shop's values or at standard values, by name. */
export async function findAddOnLabor(db: Knex, { shop, category, ids }: LaborQuery): Promise<LaborRow[]> {
  const query = db('addon_labor as l')
    .leftJoin('addon_categories as c', 'c.id', 'l.category_id')
    .joinRaw('left join shop_addon_labor o on o.addon_labor_id = l.id and o.shop_id = ?::uuid', [shop])
    .select({ _id: 'l.id', name: 'l.name', standardLaborType: 'l.type', standardLaborTotal: 'l.total' })
    .select(
      db.raw(`case when c.id is not null then json_build_object('_id', c.id, 'name', c.name) end as category`),
      db.raw(`coalesce(o.type, l.type) as "laborType", coalesce(o.total, l.total) as "laborTotal"`),
      db.raw(`case when o.shop_id is not null
        then json_build_object('laborType', o.type, 'laborTotal', o.total) end as own`),
      db.raw(`${shop ? 'coalesce(o.revision, 0)' : 'l.revision'} as revision`),
    )
    .orderByRaw('lower(l.name), l.id');
  if (category) query.where('l.category_id', category);
  if (ids) query.whereRaw('l.id = any(?)', [[...ids]]);
  return queryRows<LaborRow>(query);
}

/** One add-on labor at a shop's values or at standard values; throws not-found. */
export async function findOneLabor(db: Knex, shop: string | null, id: string): Promise<LaborRow> {
  const [labor] = await findAddOnLabor(db, { shop, ids: [id] });
  if (!labor) throw notFound('Add-on labor');
  return labor;
}

export const addOnLaborKind: RecordKind<typeof AddOnLabor> = {
  what: 'Add-on labor',
  entity: 'addon-labor',
  table: 'addon_labor',
  schema: AddOnLabor,
  find: (db, ids) => findAddOnLabor(db, { shop: null, ids }),
  uses: [{ table: 'add_ons', column: 'addon_labor_id', one: 'add-on', many: 'add-ons' }],
};

export const ownAddOnLaborKind: ShopValuesKind<typeof OwnAddOnLabor> = {
  what: 'Add-on labor',
  entity: 'addon-labor',
  table: 'shop_addon_labor',
  of: 'addon_labor_id',
  schema: OwnAddOnLabor,
  columns: { laborType: 'type', laborTotal: 'total' },
  show: (db, { shop, id }: OwnRow) => findOneLabor(db, shop, id),
};
