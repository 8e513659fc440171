import type { Knex } from 'knex';
import type { RecordKind } from '../../kernel/records/record.js';
import type { PaperUnit } from './paper.js';
import { Vendor, type VendorRow } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const columns = {
  _id: 'v.id',
  revision: 'v.revision',
  name: 'v.name',
  email: 'v.email',
  address: 'v.address',
  city: 'v.city',
  state: 'v.state',
  zipCode: 'v.zip_code',
  terms: 'v.terms',
};

/** P0: the shop's name if set, or else the standard name. */
const NAME = 'coalesce(w.name, i.name)';
const TOTAL = 'coalesce(w.sub_total, i.sub_total) + coalesce(w.freight, i.freight)';
const DEFAULT_ITEMS = `
  coalesce((select json_agg(json_build_object('_id', i.id, 'name', ${NAME}, 'type', i.type, 'total', ${TOTAL}, 'pack', x.pack,
        'category', json_build_object('_id', c.id, 'name', c.name),
        'shopValues', json_build_array(json_build_object('shop', v.shop_id, 'name', ${NAME}, 'total', ${TOTAL})))
      order by x.position, i.id)
    from vendor_items x join items i on i.id = x.item_id join item_categories c on c.id = i.category_id
    left join shop_item_values w on w.item_id = i.id and w.shop_id = v.shop_id
    where x.vendor_id = v.id), '[]') as "defaultItems"`;

const selectVendors = (db: Knex): Knex.QueryBuilder =>
  db('vendors as v')
    .join('shops as s', 's.id', 'v.shop_id')
    .select(columns)
    .select(db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`))
    .orderByRaw('lower(v.name), v.id');

/** The vendors of a shop, or of all shops, by name. */
export async function findVendorRows(db: Knex, shop: string | null): Promise<VendorRow[]> {
  const query = selectVendors(db).select(
    db.raw('(select count(*)::int from vendor_items x where x.vendor_id = v.id) as items'),
  );
  return queryRows<VendorRow>(shop ? query.where('v.shop_id', shop) : query);
}

/** The units of items, by ID, and the packs in which a vendor sells them. */
export async function findUnits(
  db: Knex,
  vendor: string,
  items: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, PaperUnit>> {
  const rows = await queryRows<PaperUnit & { readonly item: string }>(
    db('items as i')
      .leftJoin('vendor_items as x', (on) => on.on('x.item_id', 'i.id').andOnVal('x.vendor_id', vendor))
      .whereRaw('i.id = any(?)', [items.filter((id) => id !== null)])
      .select({ item: 'i.id', unit: 'i.type', pack: 'x.pack' }),
  );
  return new Map(rows.map(({ item, ...unit }) => [item, unit]));
}

const traceVendor = ({ name, email, address, city, state, zipCode, terms, defaultItems }: Vendor) => ({
  ...{ name, email, address, city, state, zipCode, terms },
  defaultItems: defaultItems.map(({ name: item, pack }) => (pack === null ? item : `${item}, packs of ${pack}`)),
});

/** The column with an order's number. */
const NUMBER = 'purchase_order_number';

export const vendorKind: RecordKind<typeof Vendor> = {
  what: 'Vendor',
  entity: 'vendor',
  table: 'vendors',
  schema: Vendor,
  find: async (db, ids) =>
    await queryRows<Vendor>(selectVendors(db).select(db.raw(DEFAULT_ITEMS)).whereRaw('v.id = any(?)', [ids])),
  uses: [
    { table: 'metal_orders', column: 'vendor_id', one: 'metal order', many: 'metal orders', name: NUMBER },
    { table: 'material_orders', column: 'vendor_id', one: 'material order', many: 'material orders', name: NUMBER },
  ],
  getShop: ({ shop }) => shop._id,
  trace: traceVendor,
  topic: 'vendors',
};
