import type { Knex } from 'knex';
import { z } from 'zod';
import { scopeOf } from '../../kernel/context.js';
import { openOrders } from '../../kernel/order/uses.js';
import { Named } from '../../kernel/records/fields.js';
import { Listing, listOf, pageOf } from '../../kernel/records/page.js';
import {
  addRecord,
  Changed,
  changeRecord,
  deleteRecord,
  findRecord,
  type RecordKind,
  RecordId,
} from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { DealerModel } from './model.js';
import { Dealer, DealerFields, dealerSort } from './schema.js';
import { rowsOf } from '../../kernel/database/rows.js';

const columns = {
  _id: 'd.id',
  name: 'd.name',
  city: 'd.city',
  haulPercent: 'd.haul_percent',
  revision: 'd.revision',
};

type DealerRow = z.output<typeof Dealer>;

function selectDealers(db: Knex): Knex.QueryBuilder {
  return db('dealers as d')
    .leftJoin('shops as s', 's.id', 'd.shop_id')
    .select(columns)
    .select(db.raw(`case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end as shop`))
    .orderByRaw('lower(d.name), d.id');
}

export const dealerKind: RecordKind<typeof Dealer> = {
  what: 'Dealer',
  entity: 'dealer',
  table: 'dealers',
  schema: Dealer,
  find: async (db, ids) => await rowsOf<DealerRow>(selectDealers(db).whereRaw('d.id = any(?)', [ids])),
  uses: [openOrders('dealer_id = ?')],
};

const rowOf = ({ name, shop, city, haulPercent }: z.output<typeof DealerFields>) => ({
  name,
  shopId: shop,
  city,
  haulPercent,
});

export const listDealers = service({
  summary: 'Dealers by name; to a shop the names of its own and of those without a shop',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ sort: dealerSort, size: Listing.shape.size.default(200), shop: z.uuid().optional() }),
  output: { office: listOf(Dealer), shop: listOf(Named), builder: listOf(Named) },
  run: async (ctx, { shop, ...listing }) => {
    const own = scopeOf(ctx.actor);
    const query = selectDealers(ctx.db);
    if (own) query.whereRaw('(d.shop_id = ? or d.shop_id is null)', [own]);
    else if (shop) query.where('d.shop_id', shop);
    const rows = await rowsOf<DealerRow>(query);
    return pageOf(rows, listing, ['name', 'shop', 'city']);
  },
});

export const showDealer = service({
  summary: 'One dealer',
  permission: 'catalogue.labor',
  effect: 'read',
  input: RecordId,
  output: Dealer,
  run: (ctx, { id }) => findRecord(ctx.db, dealerKind, id),
});

export const addDealer = service({
  summary: 'Add a dealer',
  permission: 'catalogue.write',
  effect: 'write',
  input: DealerFields,
  output: z.object({ msg: z.string(), item: Dealer }),
  run: async (ctx, input) => {
    const item = await addRecord(ctx, dealerKind, (id) => DealerModel.query(ctx.db).insert({ id, ...rowOf(input) }));
    return { msg: 'Dealer is created', item };
  },
});

export const changeDealer = service({
  summary: 'Change a dealer; orders keep the haul they were priced with',
  permission: 'catalogue.write',
  effect: 'write',
  input: DealerFields.extend(Changed.shape),
  output: z.object({ msg: z.string(), item: Dealer }),
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await changeRecord(ctx, dealerKind, { id, revision }, () =>
      DealerModel.query(ctx.db).findById(id).patch(rowOf(fields)),
    );
    return { msg: 'Dealer is updated', item };
  },
});

export const deleteDealer = service({
  summary: 'Delete a dealer; orders keep its name and haul',
  permission: 'catalogue.write',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await deleteRecord(ctx, dealerKind, id);
    return { msg: 'Dealer is deleted' };
  },
});
