import type { Knex } from 'knex';
import { withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { compare, checkBound, median, measureTime } from './lib/measure.js';
import { recountSql } from './lib/orders.js';

const TIMES = 25;
const calls = ['/api/orders/chart/filter', '/api/invoice/chart/filter', '/api/payment/trend'];
/** The other calls of the home screen, with the limit in milliseconds of each. */
const beside = { '/api/home/needs': 200, '/api/home/work': 100, '/api/figures': 300 };

/**
 * The three calls of the office's home, one after the other, against one statement for the same figures; then the
 * stored totals.
 */
export async function run(): Promise<boolean> {
  return runOnData('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.user');
      await expectTotals(db);
      const product = async () => {
        for (const call of calls) await office.get(call);
      };
      const home = await compare("the office's home over HTTP", 2, TIMES, { limit: () => db.raw(limitSql), product });
      for (const [call, most] of Object.entries(beside)) {
        const times: number[] = [];
        for (let n = 0; n < TIMES; n += 1) times.push((await measureTime(() => office.get(call))).ms);
        checkBound(`GET ${call} over HTTP`, median(times), most, 'ms', true);
      }
      const totalsTimes: number[] = [];
      for (let n = 0; n < TIMES; n += 1) totalsTimes.push((await measureTime(() => db.raw(totalsSql))).ms);
      return checkBound('all-time totals by status from order_totals', median(totalsTimes), 1, 'ms', true) && home;
    }),
  );
}

const totalsSql = `select status, sum(n) as count, sum(shop_total) as shop, sum(company_total) as company
  from order_totals group by status having sum(n) > 0`;

const limitSql = `
  select (select json_agg(t) from (${totalsSql}) t) as orders,
    (select json_agg(i) from (select status, count(*), sum(shop_total) as shop, sum(company_total) as company from invoices
      where status in ('New', 'Denied', 'Adjusted', 'Approved') and deleted_at is null group by status) i) as invoices,
    (select json_agg(p) from (select payment_date, count(*), sum(invoice_count) as invoices, sum(total) as shop, sum(company_total) as company,
        sum((figures->>'grand_total_shop')::bigint) as revenue_shop, sum((figures->>'grand_total_company')::bigint) as revenue_company,
        sum((figures->>'profit_dollars_shop')::bigint) as profit_shop, sum((figures->>'profit_dollars_standard')::bigint) as profit_standard,
        sum((figures->>'profit_dollars_company')::bigint) as profit_company
      from payments where deleted_at is null and payment_date >= date_trunc('month', now()) - interval '2 months'
       and payment_date < date_trunc('month', now()) + interval '1 month' group by payment_date) p) as payments`;

/** The stored totals equal a recount. */
async function expectTotals(db: Knex): Promise<void> {
  const { rowCount } = (await db.raw(
    `(select shop_id, status, n, shop_total, company_total from order_totals where n <> 0 except ${recountSql})
     union all (${recountSql} except select shop_id, status, n, shop_total, company_total from order_totals)`,
  )) as { rowCount: number };
  if (rowCount > 0) throw new Error(`${rowCount} rows of order_totals are not what a recount finds`);
}
