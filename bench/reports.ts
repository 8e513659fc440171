import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { requireOk, withServer, type Person } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, compare, median, report, measureTime } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = 7;
const MOST_MB = 200;
/** At full scale a quarter and nine days (28,000 invoices); at small scale nearly nine years (18,000). */
const DATES = { small: ['2017-11-24', '2026-09-01'], full: ['2025-07-01', '2025-10-09'] } as const;
const [from, until] = DATES[readScale().name];
const FILTER = { dates: [from, until], invoiceStatus: [] };

/** The invoices of a quarter as JSON and as a workbook, and the material of its orders, each against bare SQL. */
export async function run(): Promise<boolean> {
  return runOnData('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.user');
      const json = await invoiceJson(db, office);
      const workbook = await invoiceWorkbook(db, url);
      const material = await inventory(db, office);
      return json && workbook && material;
    }),
  );
}

const limitRows = `
  select i.id, i.invoice_number, i.invoiced_date, i.status, s.id as shop_id, s.name as shop, o.id as order_id, o.serial_number,
         o.type, o.model_name, o.width, o.length, i.shop_total, i.company_total, i.order_total,
         o.total_material_cost_shop, o.total_material_cost_standard, o.total_labor_shop, o.total_labor_standard,
         o.overhead_shop, o.overhead_standard, o.total_cost_shop, o.total_cost_standard, o.profit_percent_standard
    from invoices i join orders o on o.id = i.order_id join shops s on s.id = i.shop_id
   where i.deleted_at is null and i.invoiced_date between '${from}' and '${until}'
   order by lower(s.name), i.invoiced_date, i.number_key collate "C"`;
const limitJson = `
  select json_agg(json_build_object('_id', id, 'invoiceNumber', invoice_number, 'invoicedDate', invoiced_date, 'status', status,
    'shop', json_build_object('_id', shop_id, 'name', shop),
    'order', json_build_object('_id', order_id, 'serialNumber', serial_number, 'type', type, 'model', model_name, 'width', width::float8,
      'length', length::float8, 'grandTotal', json_build_object('shop', shop_total::float8 / 100, 'company', company_total::float8 / 100,
      'order', order_total::float8 / 100)),
    'totalMaterialCost', json_build_object('shop', total_material_cost_shop::float8 / 100, 'standard', total_material_cost_standard::float8 / 100),
    'totalLabor', json_build_object('shop', total_labor_shop::float8 / 100, 'standard', total_labor_standard::float8 / 100),
    'overhead', json_build_object('shop', overhead_shop::float8 / 100, 'standard', overhead_standard::float8 / 100),
    'totalCost', json_build_object('shop', total_cost_shop::float8 / 100, 'standard', total_cost_standard::float8 / 100),
    'profitPercent', json_build_object('standard', profit_percent_standard::float8)))::text from (${limitRows}) line`;

/** The time of the bare statement. */
const bare = async (db: Knex, sql: string): Promise<void> => void (await db.raw(sql));

async function invoiceJson(db: Knex, office: Person): Promise<boolean> {
  const ask = async () => requireOk(await office.post('/api/invoice/report', FILTER));
  const { count } = (JSON.parse(await ask()) as { summary: { Total: { count: number } } }).summary.Total;
  const { rowCount } = (await db.raw(limitRows)) as { rowCount: number };
  if (count !== rowCount) throw new Error(`the report has ${count} of ${rowCount} invoices`);
  const sides = { limit: () => bare(db, limitJson), product: ask };
  return compare(`invoice report of ${count} rows, JSON over HTTP`, 2, TIMES, sides);
}

interface ReportMeasurement {
  readonly ms: number;
  readonly megabytes: number;
  readonly bytes: number;
}

async function invoiceWorkbook(db: Knex, url: string): Promise<boolean> {
  const limits: number[] = [];
  const users: ReportMeasurement[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    limits.push((await measureTime(() => bare(db, limitRows))).ms);
    const args = ['bench/reports-child.mjs', url, 'invoices', JSON.stringify(FILTER)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    users.push(JSON.parse(stdout) as ReportMeasurement);
  }
  const what = 'invoice report, workbook';
  const fast = report(what, median(limits), median(users.map(({ ms }) => ms)), 5);
  const megabytes = Math.max(...users.map((one) => one.megabytes));
  return checkBound(`${what}: memory by which the process grows`, megabytes, MOST_MB, 'MB') && fast;
}

/** Sums boxes and lines by part, then breaks the parts down. */
const limitMaterial = `
  with chosen as materialized (
    select id, snapshot, sqft from orders where date_ordered between '${from}' and '${until}'),
  boxes as (select snapshot, count(*) as n from chosen group by 1),
  lines as (
    select l.snapshot, sum(l.quantity * case when l.type = 'sqft' then c.sqft else 1 end) as n
      from chosen c join order_lines l on l.order_id = c.id
     where l.kind = 'addOn' and l.snapshot is not null and not l.discount group by 1)
  select item, sum(quantity) from (
    select i->>'itemId' as item, b.n * (c->>'quantity')::numeric * (i->>'quantity')::numeric as quantity
      from boxes b join price_snapshots p on p.hash = b.snapshot, jsonb_array_elements(p.content->'components') c,
           jsonb_array_elements(c->'items') i
    union all
    select i->>'itemId', l.n * (i->>'quantity')::numeric
      from lines l join price_snapshots p on p.hash = l.snapshot, jsonb_array_elements(p.content->'items') i) parts
   group by 1`;

async function inventory(db: Knex, office: Person): Promise<boolean> {
  const ask = async () => requireOk(await office.post('/api/orders/report/inventory', { dates: FILTER.dates }));
  const sides = { limit: () => bare(db, limitMaterial), product: ask };
  return compare('inventory report of the same orders over HTTP', 2, TIMES, sides);
}
