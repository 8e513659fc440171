import type { Knex } from 'knex';
import { z } from 'zod';
import { getScope } from '../../kernel/context.js';
import { openOrders } from '../../kernel/order/uses.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion, type RecordKind } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToGet, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { Dealer, DealerFields, dealerSort } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

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
  find: async (db, ids) => await queryRows<DealerRow>(selectDealers(db).whereRaw('d.id = any(?)', [ids])),
  uses: [openOrders('dealer_id = ?')],
};

export const listDealers = service({
  summary: 'List dealers by name; a shop gets only the names of its own dealers and of dealers without a shop',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ sort: dealerSort, size: Listing.shape.size.default(200), shop: z.uuid().optional() }),
  output: { office: getList(Dealer), shop: getList(NamedRecord), builder: getList(NamedRecord) },
  run: async (ctx, { shop, ...listing }) => {
    const scope = getScope(ctx.actor);
    const query = selectDealers(ctx.db);
    if (scope) query.whereRaw('(d.shop_id = ? or d.shop_id is null)', [scope]);
    else if (shop) query.where('d.shop_id', shop);
    const rows = await queryRows<DealerRow>(query);
    return getPage(rows, listing, ['name', 'shop', 'city']);
  },
});

export const getDealer = serviceToGet({
  kind: dealerKind,
  summary: 'Get one dealer',
  permission: 'catalogue.labor',
});

const toRow = ({ name, shop, city, haulPercent }: z.output<typeof DealerFields>) => ({
  name,
  shop_id: shop,
  city,
  haul_percent: haulPercent,
});

export const createDealer = serviceToCreate({
  kind: dealerKind,
  summary: 'Add a dealer',
  permission: 'catalogue.write',
  input: DealerFields,
  msg: 'Dealer is created',
  write: (ctx, id, fields) => ctx.db('dealers').insert({ id, ...toRow(fields) }),
});

export const updateDealer = serviceToUpdate({
  kind: dealerKind,
  summary: 'Change a dealer; existing orders keep their haul',
  permission: 'catalogue.write',
  input: DealerFields.extend(RecordVersion.shape),
  msg: 'Dealer is updated',
  write: (ctx, id, fields) => ctx.db('dealers').where({ id }).update(toRow(fields)),
});

export const deleteDealer = serviceToDelete({
  kind: dealerKind,
  summary: 'Delete a dealer; existing orders keep its name and haul',
  permission: 'catalogue.write',
  msg: 'Dealer is deleted',
});
