import type { Knex } from 'knex';
import type { z } from 'zod';
import { likeText } from '../../kernel/database/like.js';
import type { RecordKind } from '../../kernel/records/record.js';
import { type ListMetalOrders, MetalOrder, type MetalOrderRow, type MetalOrderSort } from './schema.js';
import { queryRows, queryCount } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';

const columns = {
  _id: 'm.id',
  revision: 'm.revision',
  purchaseOrderNumber: 'm.purchase_order_number',
  orderedDate: 'm.ordered_on',
  recievedDate: 'm.received_on',
  createdAt: 'm.created_at',
  updatedAt: 'm.updated_at',
};

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;
const choice = (column: string) =>
  `case when ${column} <> '' then json_build_object('label', ${column}, 'value', ${column}) end`;

const ITEMS = `coalesce((select json_agg(json_build_object('_id', i.item_id, 'name', i.name, 'quantity', i.quantity)
  order by i.position)
  from metal_order_items i where i.package_id = p.id), '[]')`;
const ORDER = `(select json_build_object('_id', o.id, 'status', o.status, 'metalOrdered', o.metal_ordered) from orders o
  where lower(o.serial_number) = lower(p.serial_number) and o.shop_id = m.shop_id and o.status <> 'New'
  order by o.id desc limit 1)`;
const PACKAGES = `
  coalesce((select json_agg(json_build_object('_id', p.id, 'serialNumber', p.serial_number, 'order', ${ORDER},
      'shedCategory', case when p.shed_category_name <> ''
        then json_build_object('_id', p.shed_category_id, 'name', p.shed_category_name) end,
      'metalPackage', json_build_object('_id', p.component_id, 'items', ${ITEMS},
        'name', json_build_object('label', p.name, 'value', p.name)),
      'shed', case when p.shed_name <> '' then json_build_object('_id', p.shed_id, 'name', p.shed_name) end,
      'roofColor', ${choice('p.roof_color')}, 'sidingColor', ${choice('p.siding_color')},
      'trimColor', ${choice('p.trim_color')}) order by p.position)
    from metal_order_packages p where p.metal_order_id = m.id), '[]') as "metalOrder"`;
const SERIALS = `array(select p.serial_number from metal_order_packages p where p.metal_order_id = m.id order by p.position)`;

const joinTables = (db: Knex): Knex.QueryBuilder =>
  db('metal_orders as m').join('shops as s', 's.id', 'm.shop_id').join('vendors as v', 'v.id', 'm.vendor_id');

const selectColumns = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .select(columns)
    .select(db.raw(`m.received_on is not null as recieved, ${namedSql('s')} as shop, ${namedSql('v')} as vendor`));

type Filter = Pick<z.output<typeof ListMetalOrders>, 'search' | 'received'> & { readonly shop: string | null };

/**
 * Metal orders of a shop, or of all shops, that a filter matches. A search text matches the PO#, the vendor and the
 * serial numbers.
 */
const filterMetalOrders = (db: Knex, { search, received, shop }: Filter): Knex.QueryBuilder =>
  joinTables(db).modify((query) => {
    if (shop) void query.where('m.shop_id', shop);
    if (received) void query.whereRaw(`(m.received_on is not null) = ?`, [received === 'yes']);
    if (search)
      void query.whereRaw(
        `(m.purchase_order_number ilike :text or v.name ilike :text or exists (
           select from metal_order_packages p where p.metal_order_id = m.id and p.serial_number ilike :text))`,
        { text: likeText(search) },
      );
  });

/** Sorts numbers within a PO# by value: 9 before 10. */
const sortColumns: Record<MetalOrderSort, string> = {
  purchaseOrderNumber: 'm.number_key collate "C"',
  vendor: 'lower(v.name)',
  orderedDate: 'm.ordered_on',
  recievedDate: 'm.received_on',
  shop: 'lower(s.name)',
};

/**
 * Orders with the list columns, in the sort order of the list; when sorted by the day received, unreceived orders come
 * last.
 */
export function selectMetalOrders(
  db: Knex,
  filter: Filter,
  sort: z.output<typeof ListMetalOrders>['sort'],
): Knex.QueryBuilder {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = toField(sort);
  const nulls = column === 'recievedDate' ? ' nulls last' : '';
  return selectColumns(db, filterMetalOrders(db, filter))
    .select(db.raw(`${SERIALS} as "serialNumbers"`))
    .orderByRaw(`${sortColumns[column]} ${direction}${nulls}, m.id ${direction}`);
}

export const countListed = (db: Knex, filter: Filter): Promise<number> => queryCount(filterMetalOrders(db, filter));

/** A page of orders, and the total count. */
export async function findMetalOrders(db: Knex, filter: Filter, list: z.output<typeof ListMetalOrders>) {
  const page = selectMetalOrders(db, filter, list.sort)
    .limit(list.size)
    .offset((list.page - 1) * list.size);
  return { items: await queryRows<MetalOrderRow>(page), total: await countListed(db, filter) };
}

type Package = MetalOrder['metalOrder'][number];

/** A package as the history shows it: `T-1001 Metal Package (Barns), roof Red: 12 × Panel, 2 × Ridge cap`. */
function packageText({ serialNumber, metalPackage, shedCategory, shed, ...parts }: Package): string {
  const { roofColor, sidingColor, trimColor } = parts;
  const colors = Object.entries({ roof: roofColor, siding: sidingColor, trim: trimColor }).flatMap(([part, color]) =>
    color ? [`${part} ${color.label}`] : [],
  );
  const what = [
    metalPackage.name.label,
    ...(shedCategory ? [`(${shedCategory.name})`] : []),
    ...(shed ? [`for ${shed.name}`] : []),
  ]
    .filter(Boolean)
    .join(' ');
  const items = metalPackage.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  return `${[`${serialNumber} ${what}`.trim(), ...colors].join(', ')}${items && `: ${items}`}`;
}

const toTrace = ({ purchaseOrderNumber, vendor, orderedDate, recievedDate, metalOrder }: MetalOrder) => ({
  ...{ purchaseOrderNumber, vendor: vendor.name, orderedDate, recievedDate },
  packages: metalOrder.map(packageText),
});

export const metalOrderKind: RecordKind<typeof MetalOrder> = {
  what: 'Metal Order',
  entity: 'metal-order',
  table: 'metal_orders',
  schema: MetalOrder,
  find: async (db, ids) =>
    await queryRows<MetalOrder>(
      selectColumns(db, joinTables(db)).select(db.raw(PACKAGES)).whereRaw('m.id = any(?)', [ids]),
    ),
  uses: [],
  getShop: ({ shop }) => shop._id,
  trace: toTrace,
  topic: 'metalOrders',
};
