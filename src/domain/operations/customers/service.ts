import { Readable } from 'node:stream';
import { z } from 'zod';
import { LargeFile } from '../../files/file.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { workbookFile } from '../../files/workbook/write-workbook.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { notFound } from '../../kernel/errors.js';
import { inTransaction, service } from '../../kernel/service.js';
import { toKeys } from '../../kernel/objects.js';
import { plural } from '../../kernel/text/plural.js';
import { eraseCustomers } from './erase.js';
import { ConfirmErasure, CustomerOrder, EraseCustomer, Erasure, ExportCustomer, FindCustomer } from './schema.js';
import { tryOut } from '../../kernel/try-out.js';

const MOST = 500;

export const findCustomerOrders = service({
  summary: 'Find the orders of a customer by full name, email address, phone number or serial number',
  permission: 'customers.manage',
  effect: 'read',
  input: FindCustomer,
  output: { office: z.object({ items: z.array(CustomerOrder), total: z.int() }) },
  run: async ({ db }, { customer }) => {
    const phone = customer.replace(/\D/g, '');
    const items = await queryRows<z.output<typeof CustomerOrder>>(
      selectOrders(db)
        .whereRaw(
          "(lower(o.serial_number) = lower(:text) or o.customer ilike :pattern or lower(o.customer_email) = lower(:text) or (:phone <> '' and regexp_replace(o.customer_phone, '\\D', '', 'g') = :phone))",
          {
            text: customer,
            pattern: customer.replace(/[\\%_]/g, '\\$&'),
            phone: phone.length >= 7 ? phone : '',
          },
        )
        .orderByRaw('o.date_ordered desc, o.id')
        .limit(MOST),
    );
    return { items, total: items.length };
  },
});

const ADDRESS = `nullif(concat_ws(', ', o.delivery_line_one, o.delivery_line_two, o.delivery_city, o.delivery_state, o.delivery_zip), '')`;

const selectOrders = (db: ActorCtx['db']) =>
  db('orders as o')
    .leftJoin('shops as s', 's.id', 'o.shop_id')
    .leftJoin('erased_customers as e', 'e.order_id', 'o.id')
    .select({
      _id: 'o.id',
      serialNumber: 'o.serial_number',
      shop: 's.name',
      status: 'o.status',
      dateOrdered: 'o.date_ordered',
    })
    .select({ customer: 'o.customer', phone: 'o.customer_phone', email: 'o.customer_email', erasedAt: 'e.erased_at' })
    .select(db.raw(`${ADDRESS} as address`));

export const exportCustomer = service({
  summary: 'Download all that is stored about the customer of orders, as JSON or a workbook',
  permission: 'customers.manage',
  effect: 'write',
  answersSecret: true, // do not store the customer's data a second time
  input: ExportCustomer,
  output: LargeFile,
  run: async (ctx, { orders: ids, format }) => {
    const data = await readCustomer(ctx, ids);
    await ctx.audit(ids.map((id) => ({ action: 'export customer', entity: 'order', id, after: { format } })));
    await ctx.publish({ topic: 'orders', shopIds: [null], ids });
    if (format === 'json') {
      const content = Readable.from([Buffer.from(JSON.stringify(data, null, 2))], { objectMode: false });
      return { name: 'customer.json', type: 'application/json', content };
    }
    return workbookFile('customer', toSheets(data));
  },
});

type Row = Readonly<Record<string, unknown>>;
type CustomerData = Readonly<Record<'orders' | 'salesSystem' | 'messages' | 'history', readonly Row[]>>;

/** All stored data about the customers of orders. */
async function readCustomer({ db }: ActorCtx, ids: readonly string[]): Promise<CustomerData> {
  const of = (table: string) => db(table).whereRaw('order_id = any(?)', [[...ids]]);
  const orders = await queryRows<Row>(
    selectOrders(db)
      .whereRaw('o.id = any(?)', [[...ids]])
      .orderBy('o.id'),
  );
  if (orders.length < new Set(ids).size) throw notFound('Order');
  return {
    orders,
    salesSystem: await queryRows<Row>(
      of('order_sources').orderBy('order_id').select({ order: 'order_id', row: 'source' }),
    ),
    messages: await queryRows<Row>(
      of('comments').orderBy('id').select({ at: 'at', order: 'serial_number', by: 'author_name', text: 'content' }),
    ),
    history: await queryRows<Row>(
      db('audit_entries')
        .whereRaw(`entity_ids && ?::uuid[] and fields && array['customer', 'phone', 'email', 'deliveryAddress']`, [
          [...ids],
        ])
        .orderByRaw('at, id')
        .select({ at: 'at', by: 'actor_name', action: 'action', before: 'before', after: 'after' }),
    ),
  };
}

const titles = { orders: 'Orders', salesSystem: 'Sales system', messages: 'Messages', history: 'Changes' } as const;

const toSheets = (data: CustomerData) =>
  toKeys(titles).map((part) => {
    const rows = data[part];
    const headers = Object.keys(rows[0] ?? { none: '' });
    const columns = headers.map((header) => ({ header, kind: 'text' as const }));
    return { name: titles[part], columns, rows: rows.map((row) => headers.map((header) => toCell(row[header]))) };
  });

const LONGEST = 32_000;
const toCell = (value: unknown): SheetCell =>
  value === null || value === undefined
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST);

export const previewErasure = service({
  summary: 'Preview where the customer data of orders would be erased; nothing changes',
  permission: 'customers.manage',
  effect: 'read',
  input: EraseCustomer,
  output: Erasure,
  run: async (ctx, { orders }) => {
    const erasure = await tryOut(
      (work) => inTransaction(ctx, work),
      (tx: WriteCtx) => eraseCustomers(tx, orders),
    );
    return {
      ...erasure,
      msg: `${erasure.orders} ${plural(erasure.orders, 'order has', 'orders have')} customer data. Erasing it cannot be undone.`,
    };
  },
});

export const eraseCustomer = service({
  summary: 'Permanently erase the customer data of orders everywhere; figures and serial numbers are kept',
  permission: 'customers.manage',
  effect: 'write',
  input: ConfirmErasure,
  output: Erasure,
  run: (ctx, { orders }) => eraseCustomers(ctx, orders),
});
