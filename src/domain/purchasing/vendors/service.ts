import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { toRow } from '../../kernel/records/columns.js';
import { getList, getPage } from '../../kernel/records/page.js';
import { findOwnRecord, RecordId, replaceRows } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { findVendorRows, vendorKind } from './queries.js';
import { ChangeVendor, ListVendors, NewVendor, Vendor, VendorRow, type VendorValues } from './schema.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';
import { officeAndShop } from '../../kernel/records/fields.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;
const write = { permission: 'purchasing.write', effect: 'write' } as const;
/** The fields that a search covers. */
export const searchedFields = ['name', 'email', 'address', 'city', 'state', 'zipCode'] as const;

export const listVendors = service({
  ...look,
  summary: 'List the vendors of the shop by name; the office can list all shops or one',
  input: ListVendors,
  output: officeAndShop(getList(VendorRow)),
  run: async (ctx, { shop, ...listing }) =>
    getPage(await findVendorRows(ctx.db, await findShopFilter(ctx, shop)), listing, searchedFields),
});

export const getVendor = service({
  ...look,
  summary: 'Get a vendor with its default items at the values of its shop',
  input: RecordId,
  output: officeAndShop(Vendor),
  run: (ctx, { id }) => findOwnRecord(ctx, vendorKind, id),
});

const columns = {
  name: 'name',
  email: 'email',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  terms: 'terms',
};

/** Replaces a vendor's default items; an item sent without a pack keeps its stored pack. */
async function putItems({ db }: WriteCtx, id: string, items: VendorValues['defaultItems']): Promise<void> {
  if (!items) return;
  const ids = items.map(({ _id }) => _id);
  const knownIds = new Set(await queryColumn<string>(db('items').whereRaw('id = any(?)', [ids]).pluck('id')));
  const n = ids.findIndex((item) => !knownIds.has(item));
  if (n >= 0) throw invalid(`defaultItems.${n}`, 'does not exist');
  const packRows = await queryRows<{
    item_id: string;
    pack: number | null;
  }>(db('vendor_items').where({ vendor_id: id }).select('item_id', 'pack'));
  const packs = new Map(packRows.map(({ item_id: item, pack }) => [item, pack]));
  const rows = items.map(({ _id: item, pack }, position) => ({
    ...{ item_id: item, position },
    pack: pack === undefined ? (packs.get(item) ?? null) : pack,
  }));
  await replaceRows(db, 'vendor_items', { vendor_id: id }, rows);
}

export const createVendor = serviceToCreate({
  kind: vendorKind,
  ...write,
  summary: 'Add a vendor to a shop',
  input: NewVendor,
  msg: 'Vendor is created',
  write: async (ctx, id, { shop: requestedShop, ...fields }) => {
    const shop = await findRequestedShop(ctx, requestedShop);
    if (shop === null) throw invalid('shop', 'Choose a shop');
    await ctx.db('vendors').insert({ id, shop_id: shop, ...toRow(columns, fields) });
    await putItems(ctx, id, fields.defaultItems);
  },
});

export const updateVendor = serviceToUpdate({
  kind: vendorKind,
  ...write,
  summary: 'Change a vendor; its orders show the new name',
  input: ChangeVendor,
  msg: 'Vendor is updated',
  write: async (ctx, id, fields) => {
    const row = toRow(columns, fields);
    if (Object.keys(row).length > 0) await ctx.db('vendors').where({ id }).update(row);
    await putItems(ctx, id, fields.defaultItems);
  },
});

export const deleteVendor = serviceToDelete({
  kind: vendorKind,
  ...write,
  summary: 'Delete a vendor that no order uses',
  msg: 'Vendor is deleted',
});
