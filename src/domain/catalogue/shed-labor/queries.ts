import type { Knex } from 'knex';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { shopLabor, standardLabor } from '../prices/labor.js';
import type { RecordKind } from '../../kernel/records/record.js';
import type { OwnRow, ShopValuesKind } from '../../kernel/records/shop-values.js';
import { shedsOfSize, sizeFields } from '../sheds/queries.js';
import { OwnShedLabor, ShedLabor, ShopShedLabor } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;
const cents = (dollars: string) => `((${dollars}) * 100)::bigint`;

/** Shed labor at standard values, by model, then size (P2). */
const selectLabor = (db: Knex): Knex.QueryBuilder =>
  db('shed_labor as l')
    .join('shed_models as m', 'm.id', 'l.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 'l.base_style_id')
    .select({
      _id: 'l.id',
      width: 'l.width',
      length: 'l.length',
      standardBuildBase: 'l.build_base',
      standardRoofBase: 'l.roof_base',
      standardTrussCount: 'l.truss_count',
      standardPaintHours: 'l.paint_hours',
      standardDoorCost: 'l.door_cost',
      revision: 'l.revision',
    })
    .select(db.raw(`${namedSql('c')} as "shedCategory", ${namedSql('m')} as model, ${namedSql('b')} as "baseStyle"`))
    .select(db.raw(`${cents(standardLabor)} as "standardTotalLaborCost"`))
    .orderByRaw('lower(m.name), l.width, l.length, lower(b.name), l.id');

const OWN = `json_build_object('buildBase', ol.build_base, 'roofBase', ol.roof_base, 'trussCount', ol.truss_count,
  'paintHours', ol.paint_hours, 'doorCost', ol.door_cost) as "shopValues"`;

type Labor = z.output<typeof ShedLabor>;
type ShopLabor = z.output<typeof ShopShedLabor>;
type LaborSelection = { readonly model: string } | { readonly ids: readonly string[] };

const applyFilter = (query: Knex.QueryBuilder, which: LaborSelection): Knex.QueryBuilder =>
  'model' in which ? query.where('l.model_id', which.model) : query.whereRaw('l.id = any(?)', [[...which.ids]]);

/** The shed labor of a model or with the given IDs, at standard values. */
export const findShedLabor = async (db: Knex, which: LaborSelection): Promise<Labor[]> =>
  await queryRows<Labor>(applyFilter(selectLabor(db), which));

/** The same shed labor at a shop's values. */
export async function findShopLabor(db: Knex, shop: string, which: LaborSelection): Promise<ShopLabor[]> {
  const query = selectLabor(db)
    .joinRaw('left join shop_shed_labor ol on ol.shed_labor_id = l.id and ol.shop_id = ?', [shop])
    .joinRaw('left join shop_base_styles ob on ob.base_style_id = b.id and ob.shop_id = ?', [shop])
    .select(db.raw(`${OWN}, ${cents(shopLabor)} as "totalLaborCost"`))
    .select({ revision: db.raw('coalesce(ol.revision, 0)') });
  return queryRows<ShopLabor>(applyFilter(query, which));
}

/** One shed labor with a shop's values; throws not-found. */
export async function findOneShopLabor(db: Knex, { shop, id }: OwnRow): Promise<ShopLabor> {
  const [labor] = await findShopLabor(db, shop, { ids: [id] });
  if (!labor) throw notFound('Shed labor');
  return labor;
}

export const shedLaborKind: RecordKind<typeof ShedLabor> = {
  what: 'Shed labor',
  entity: 'shed-labor',
  table: 'shed_labor',
  schema: ShedLabor,
  find: (db, ids) => findShedLabor(db, { ids }),
  uses: [shedsOfSize('shed_labor')],
  fixedInUse: sizeFields,
};

export const ownShedLaborKind: ShopValuesKind<typeof OwnShedLabor> = {
  what: 'Shed labor',
  entity: 'shed-labor',
  table: 'shop_shed_labor',
  of: 'shed_labor_id',
  schema: OwnShedLabor,
  columns: {
    buildBase: 'build_base',
    roofBase: 'roof_base',
    trussCount: 'truss_count',
    paintHours: 'paint_hours',
    doorCost: 'door_cost',
  },
  show: async (db, own) => ShopShedLabor.encode(await findOneShopLabor(db, own)),
};
