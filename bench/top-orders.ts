import { STEPS } from '../src/domain/pricing/uses/optimizer.js';
import { runInPage } from './lib/chromium.js';
import { requireOk, withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, compare } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = 15;
/** A quarter at full scale. At small scale all nine years, which have about as many orders. */
const DATES = { small: ['2017-11-24', '2026-11-20'], full: ['2026-07-01', '2026-09-30'] } as const;
const [from, until] = DATES[readScale().name];
/** The limit in milliseconds for the optimizer. */
const MOST = 50;

/** The Top 100 of a quarter over HTTP, against a single grouped statement; then the optimizer. */
export async function run(): Promise<boolean> {
  const { orders } = readScale().scale;
  const fast = await runOnData('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.user');
      const ask = async () => requireOk(await office.post('/api/orders/top/report', { dates: [from, until] }));
      const { length } = (JSON.parse(await ask()) as { rows: unknown[] }).rows;
      if (length !== 100) throw new Error(`the report has ${length} rows`);
      const sides = { limit: () => db.raw(limitSql), product: ask };
      return compare(`top 100 of ${from} to ${until} among ${orders} orders over HTTP`, 2, TIMES, sides);
    }),
  );
  return (await optimizer()) && fast;
}

/** Groups the sheds first, then the lines of their orders. */
const limitSql = `
  with o as materialized (
    select id, model_id, width, length, base_price_company, haul, escort, profit_dollars_standard, shed_total_cost_standard, shed_total_cost_shop,
           add_ons_total_cost_standard + custom_add_ons_total_cost_standard as lines_standard,
           add_ons_total_cost_shop + custom_add_ons_total_cost_shop as lines_shop
      from orders where date_ordered between '${from}' and '${until}' and status not in ('New', 'Canceled')),
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

/** Runs the optimizer in Chromium, as the screen does. */
async function optimizer(): Promise<boolean> {
  const times = await runInPage('optimizer', async (page) => {
    await page.waitForFunction('window.optimizeTimes');
    return page.evaluate<number[]>(`window.optimizeTimes(${TIMES})`);
  });
  const what = `optimizer of 100 rows in ${STEPS + 1} steps in Chromium, the slowest of ${TIMES}`;
  return checkBound(what, Math.max(...times), MOST, 'ms', true);
}
