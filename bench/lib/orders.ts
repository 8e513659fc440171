import type { Knex } from 'knex';
import type { Ctx } from '../../src/domain/kernel/context.js';
import { importOrders } from '../../src/domain/imports/order-files/service.js';
import { moneyColumns } from '../../src/domain/orders/pricing/figures.js';
import { id } from './catalogue.js';
import { readColumns, copyColumns } from './columns.js';
import { getFeed, type Row } from './feed.js';
import { withoutIndexes } from './indexes.js';
import type { Scale } from './scale.js';

const SEED = 1_000;
const LINES = 8;
const PAID_TOGETHER = 40;
const FIRST_DAY = '2017-11-24';
const DAYS = 3_283; // up to 2026-11-20
const NOT_YET = 45; // orders of the last days are not invoiced yet
const OPEN_FOR = 300; // open orders are at most this many days old

/** The ID of the n-th generated order: sorted by time, like the product's own. */
const orderId = (n: string): string =>
  `(lpad(to_hex(1511481600000 + ${n}::bigint * 1000), 12, '0') || '7' || substr(md5('o' || ${n}), 1, 3) || '8' || substr(md5('o' || ${n}), 4, 15))::uuid`;

/**
 * Fills a catalogue's company with nine years of orders, the oldest of them invoiced and paid. A thousand orders are
 * imported, so that the product computes their figures and snapshots. SQL then repeats them with new IDs, days, shops,
 * serial numbers and eight lines each. IDs rise with time. One order in a thousand has the serial number of the one
 * before.
 */
export async function fillOrders(db: Knex, ctx: Ctx, scale: Scale): Promise<void> {
  await importOrders(ctx, { orders: await seedOrders(db) });
  await db.transaction(async (trx) => {
    await trx.raw(quickly);
    const run = (sql: string) => trx.raw(sql.replace(/\?/g, '\\?'));
    await run(`create temp table seeds on commit drop as select row_number() over (order by id) as at, * from orders`);
    await run(`create temp table seed_lines on commit drop as
      select row_number() over (order by order_id, line_no) as at, * from order_lines`);
    await run('truncate orders, order_lines, order_sources, order_totals, invoices, invoice_totals, payments cascade');
    await withoutIndexes(trx, ['orders', 'order_lines', 'invoices', 'payments'], async () => {
      await run(await ordersSql(db, scale));
      await run(await linesSql(db, scale));
      await run(paymentsSql(scale));
      await run(invoicesSql(scale));
    });
    await run(`insert into order_totals ${recountSql}`);
    await run(
      `insert into invoice_totals (shop_id, status, n, shop_total, company_total, order_total) ${invoiceRecountSql}`,
    );
  });
}

/** Generated rows need neither checks nor history; at full scale those take minutes. */
const quickly = `set local session_replication_role = replica; set local statement_timeout = 0;
  set local maintenance_work_mem = '1GB'; set local work_mem = '256MB'`;

/** The expected content of `order_totals`, recounted from the orders. */
export const recountSql = `
  select coalesce(shop_id, '00000000-0000-0000-0000-000000000000'), status, count(*), sum(grand_total_shop), sum(grand_total_company)
    from orders group by 1, 2`;

/** The expected content of `invoice_totals`, recounted from invoices that are not deleted. */
const invoiceRecountSql = `
  select shop_id, status, count(*), sum(shop_total), sum(company_total), sum(order_total)
    from invoices where deleted_at is null group by 1, 2`;

async function seedOrders(db: Knex): Promise<Row[]> {
  const sheds = await readSheds(db);
  return getFeed(SEED).map((row, n) => getOrder(row, n, sheds[n % sheds.length] as Shed, 'Bench shop 1'));
}

export interface Shed {
  readonly model: string;
  readonly width: number;
  readonly length: number;
}

/** At most 2,000 of the generated sheds, the same ones in every run. */
export const readSheds = async (db: Knex): Promise<Shed[]> =>
  (await db('sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .whereLike('m.name', 'Bench model %')
    .orderByRaw('hashtext(s.id::text)')
    .limit(2_000)
    .select({ model: 'm.name', width: 's.width', length: 's.length' })) as Shed[];

/** An order of the feed: a generated shed with four generated add-ons, built by a shop. */
export function getOrder(row: Row, n: number, { model, width, length }: Shed, shopName: string): Row {
  const addOn = (k: number) => ({
    name: `Add-on ${((n * 7 + k * 131) % 800) + 1}`,
    price: null,
    priceIncluded: true,
    quantity: k,
  });
  return {
    ...{ ...row, shopName, buildingModelName: model, buildingWidth: width, buildingLength: length },
    buildingSize: `${width}x${length}`,
    buildingAddons: [1, 2, 3, 4].map(addOn),
  };
}

async function ordersSql(db: Knex, { shops, orders, invoices }: Scale): Promise<string> {
  const names = await readColumns(db, 'orders');
  const overrides: Readonly<Record<string, string>> = {
    id: orderId('n'),
    serial_number: `'BS' || d.of % ${shops} || '-' || 8 + d.of % 5 * 2 || 10 + d.of % 9 * 2 || '-' || lpad(d.of::text, 7, '0')`,
    customer: `(array['Anna','Ben','Carl','Dora','Emma','Fritz','Grace','Hanna','Ivan','Jonas'])[n % 10 + 1] || ' ' || initcap(substr(translate(md5('c' || n), '0123456789', 'lmnoprstuv'), 1, 7))`,
    shop_id: id('shop', `n % ${shops} + 1`),
    shop_name: `'Bench shop ' || n % ${shops} + 1`,
    status: 'd.status',
    is_building: `d.status = 'Building'`,
    hold_reason: `case d.status when 'On Hold' then 'Waits for the customer' end`,
    date_ordered: 'd.day',
    date_finished: `case when d.status in ('Finished', 'Invoiced') then d.day + 20 end`,
    invoiced_date: `case d.status when 'Invoiced' then d.day + 22 end`,
    status_since: `d.day + interval '22 days'`,
    created_at: `d.day::timestamptz`,
    updated_at: `d.day + interval '22 days'`,
    alerts: `'[]'`,
    import_id: 'null',
  };
  const openStatus = `(array['New','InQueue','InQueue','InQueue','InQueue','Building','Building','Finished','On Hold','Canceled'])[n % 10 + 1]`;
  return `insert into orders (${names.join(', ')}) select ${copyColumns(names, 's', overrides)}
    from generate_series(1, ${orders}) n join seeds s on s.at = n % ${SEED} + 1,
      lateral (select n - (n % 1000 = 0)::int as of, case when n <= ${invoices} then 'Invoiced' else ${openStatus} end as status,
        date '${FIRST_DAY}' + case when n <= ${invoices} then (n::bigint * ${DAYS - NOT_YET} / ${invoices})::int
          else ${DAYS - OPEN_FOR} + (n - ${invoices})::bigint * ${OPEN_FOR} / ${orders - invoices} end::int as day) d`;
}

async function linesSql(db: Knex, { orders }: Scale): Promise<string> {
  const names = await readColumns(db, 'order_lines');
  return `insert into order_lines (${names.join(', ')})
    select ${copyColumns(names, 's', { order_id: orderId('n'), line_no: 'k' })}
      from generate_series(1, ${orders}) n, generate_series(1, ${LINES}) k, (select max(at) as most from seed_lines) lines,
        seed_lines s where s.at = 1 + (n * 31 + k * 877) % lines.most`;
}

/** The position of an order among those of its shop, and the payment that includes it. */
const turn = (n: string, shops: number): string => `((${n} - 1) / ${shops})`;
const getPayment = (n: string, { shops, payments }: Scale): string =>
  `case when ${turn(n, shops)} < ${(payments / shops) * PAID_TOGETHER} then ${id('pay', `${n} % ${shops} || '-' || ${turn(n, shops)} / ${PAID_TOGETHER}`)} end`;

/** The n of the order in a row. */
const numberedOrders = `(select row_number() over (order by id)::int as n, o.* from orders o where status = 'Invoiced') o`;

function paymentsSql(scale: Scale): string {
  const sums = moneyColumns.map(({ column }) => `sum(o.${column}) as ${column}`).join(', ');
  const ofType = (type: string) => {
    const only = `filter (where o.type = '${type}')`;
    return `count(*) ${only} as "${type}_count", coalesce(sum(o.grand_total_order) ${only}, 0) as "${type}_order", coalesce(sum(o.grand_total_shop) ${only}, 0) as "${type}_shop"`;
  };
  const day = `date '${FIRST_DAY}' + (nth * ${DAYS} / ${scale.payments / scale.shops})::int - (hashtext(shop::text) & 31)`;
  const more = `'payment', 'shop', 'invoices', 'nth'`;
  return `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
    select payment, nth::text, shop, ${day}, invoices, grand_total_shop, grand_total_company, grand_total_order,
           to_jsonb(p) - array[${more}], 'bench' from (
      select ${getPayment('o.n', scale)} as payment, o.shop_id as shop, count(*)::int as invoices,
        min(${turn('o.n', scale.shops)}) / ${PAID_TOGETHER} + 1 as nth, ${sums}, ${ofType('Inventory')}, ${ofType('Customer')}
        from ${numberedOrders} group by 1, 2) p where payment is not null`;
}

const invoicesSql = (scale: Scale): string => `
  insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, order_id, shop_total, company_total, order_total, payment_id, was_paid, serial_number)
  select overlay(o.id::text placing 'f' from 36)::uuid, (100000 + o.n)::text, o.invoiced_date, 'Prairie Sheds Company',
    case when payment is not null then 'Paid' else (array['New','Adjusted','Denied','Approved','Approved','Approved','Approved','Approved','Approved','Approved'])[o.n / ${scale.shops} % 10 + 1] end,
    o.status_since, o.shop_id, o.id, o.grand_total_shop, o.grand_total_company, o.grand_total_order, payment, payment is not null, o.serial_number
    from ${numberedOrders}, lateral (select ${getPayment('o.n', scale)} as payment) p`;
