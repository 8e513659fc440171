import type { Knex } from 'knex';
import { importOrders } from '../src/domain/orders/import-service.js';
import { optimize, STEPS } from '../src/domain/pricing/optimizer.js';
import type { TopOrderSums } from '../src/domain/pricing/top-orders.js';
import { companyDefaults } from '../src/domain/reports/top-orders/rules.js';
import { scaleAsked } from './catalogue.js';
import { good, withServer } from './client.js';
import { feedOf, median, report, timed, withGround } from './ground.js';

const ORDERS = { small: 20_000, full: 1_000_000 } as const;
const [SEED, LINES, TIMES] = [1_000, 8, 15];
const QUARTER = { dates: ['2026-07-01', '2026-09-30'] };
/** Milliseconds that the optimizer may take. */
const MOST = 50;

/** The top 100 of a quarter over HTTP against its one grouped statement, and the optimizer. `SCALE=full` for 1,000,000 orders. */
export async function run(): Promise<boolean> {
  const orders = ORDERS[scaleAsked().name];
  const fast = await withGround(async ({ db, url, ctx }) => {
    await importOrders(ctx, { orders: feedOf(SEED) });
    await multiply(db, orders / SEED);
    return withServer({ ctx, url }, async (signIn) => {
      const office = await signIn('office.user');
      const [limits, products]: [number[], number[]] = [[], []];
      let count = 0;
      for (let n = 0; n < TIMES; n += 1) {
        limits.push((await timed(async () => void (await db.raw(limitSql)))).ms);
        const { ms, value } = await timed(async () => good(await office.post('/api/orders/top/report', QUARTER)));
        products.push(ms);
        count = (JSON.parse(value) as { rows: unknown[] }).rows.length;
      }
      if (count !== 100) throw new Error(`the report has ${count} rows`);
      return report(`top 100 of a quarter of ${orders} orders over HTTP`, median(limits), median(products), 2);
    });
  });
  return optimizer() && fast;
}

/** `times` the orders, each with eight lines, over 60 lengths and sixteen quarters. */
async function multiply(db: Knex, times: number): Promise<void> {
  const [orders, lines] = [await columnsOf(db, 'orders'), await columnsOf(db, 'order_lines')];
  const own: Readonly<Record<string, string>> = {
    id: `md5(o.id::text || n)::uuid`,
    serial_number: `'M-' || n || '-' || o.serial_number`,
    length: `8 + abs(hashtext(o.id::text || n)) % 60`,
    date_ordered: `date '2023-01-01' + abs(hashtext(n || o.id::text)) % 1461`,
    shop_id: `coalesce(o.shop_id, (select id from shops order by name limit 1))`,
    status: `'InQueue'`,
    alerts: `'[]'`,
  };
  const copied = (columns: readonly string[], of: string, other: Readonly<Record<string, string>>) =>
    columns.map((column) => other[column] ?? `${of}.${column}`).join(', ');
  await db.raw(
    `insert into orders (${orders.join(', ')}) select ${copied(orders, 'o', own)} from orders o, generate_series(1, ${times}) n`,
  );
  const line = { order_id: 'o.id', line_no: 'k' };
  await db.raw(`
    with seed as (select *, row_number() over () as at from order_lines)
    insert into order_lines (${lines.join(', ')}) select ${copied(lines, 's', line)}
      from orders o, generate_series(1, ${LINES}) k, seed s
     where o.serial_number like 'M-%' and s.at = 1 + abs(hashtext(o.id::text || k)) % (select max(at) from seed)`);
  await db.raw(`delete from orders where serial_number not like 'M-%'`);
  await db.raw('vacuum analyze');
}

async function columnsOf(db: Knex, table: string): Promise<string[]> {
  const { rows } = (await db.raw(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = ? and is_generated = 'NEVER'`,
    [table],
  )) as { rows: { column_name: string }[] };
  return rows.map(({ column_name }) => column_name);
}

/** The sheds first, then the lines of their orders, each grouped once. */
const limitSql = `
  with o as materialized (
    select id, model_id, width, length, base_price_company, haul, escort, profit_dollars_standard, shed_total_cost_standard, shed_total_cost_shop,
           add_ons_total_cost_standard + custom_add_ons_total_cost_standard as lines_standard,
           add_ons_total_cost_shop + custom_add_ons_total_cost_shop as lines_shop
      from orders where date_ordered between '2026-07-01' and '2026-09-30' and status not in ('New', 'Canceled')),
  t as materialized (
    select model_id, width, length, count(*) as n, sum(base_price_company), sum(haul), sum(escort), sum(shed_total_cost_standard),
           sum(shed_total_cost_shop), sum(lines_standard), sum(lines_shop)
      from o group by 1, 2, 3 order by sum(profit_dollars_standard) desc, 4 desc limit 100),
  x as (
    select t.model_id, t.width, t.length, l.name, sum(l.quantity) as quantity, sum(l.total_sale_price_company) as retail
      from t join o on o.model_id is not distinct from t.model_id and o.width = t.width and o.length = t.length
        join order_lines l on l.order_id = o.id group by 1, 2, 3, 4)
  select t.*, y.lines from t left join (
    select model_id, width, length, json_agg(json_build_object('name', name, 'quantity', quantity, 'retail', retail)) as lines from x group by 1, 2, 3) y
    on y.model_id is not distinct from t.model_id and y.width = t.width and y.length = t.length`;

function optimizer(): boolean {
  const rows = Array.from({ length: 100 }, (_, n) => rowOf(n));
  const times: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const start = performance.now();
    optimize(rows, { ...companyDefaults, boxChange: 2.37, small: n }, 15);
    times.push(performance.now() - start);
  }
  const slowest = Math.max(...times);
  return report(
    `optimizer of 100 rows in ${STEPS + 1} steps, the slowest of ${TIMES}, the limit being ${MOST} ms`,
    MOST,
    slowest,
    1,
  );
}

const rowOf = (n: number): TopOrderSums => ({
  width: n % 2 ? 10 : 14,
  count: 9,
  baseRetail: 1_234_567_89 + n,
  addOnRetail: { doubleShopDoor: 1_000_00, window: 2_500_00, walkthrough: 0, garage: 99_99, other: 70_000_00 },
  percentLines: 0,
  shedCost: 500_000_00 + n * 997,
  addOnCost: 3_000_00,
});
