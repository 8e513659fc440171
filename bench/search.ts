import type { Knex } from 'knex';
import { withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, median, note, quantile, report, measureTime } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = 300;

/** The search of a list by parts of existing serial numbers, over HTTP, against the bare trigram query. */
export async function run(): Promise<boolean> {
  const { orders } = readScale().scale;
  return runOnData('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.user');
      const [limits, products]: [number[], number[]] = [[], []];
      for (const part of await readParts(db)) {
        const { ms, value } = await measureTime(
          async () => (await db.raw(limitSql, [`%${part}%`])) as { rowCount: number },
        );
        limits.push(ms);
        const path = `/api/orders/search/${encodeURIComponent(part)}`;
        const measurement = await measureTime(() => office.get(path));
        products.push(measurement.ms);
        const { total } = JSON.parse(measurement.value) as { total: number };
        if (total < value.rowCount) throw new Error(`${part}: ${total} of ${value.rowCount} orders`);
      }
      const what = `search of a part of a serial number among ${orders} orders over HTTP`;
      note(`${what}, median`, median(products));
      const isFast = report(`${what}, p99`, quantile(limits, 0.99), quantile(products, 0.99), 2);
      return checkBound(`${what}, p99`, quantile(products, 0.99), 10, 'ms', true) && isFast;
    }),
  );
}

const limitSql = `
  select o.id, o.serial_number, o.status, o.customer, s.name from orders o left join shops s on s.id = o.shop_id
   where o.serial_number ilike ? order by o.id desc limit 50`;

/** Search words as people type them: the last five to seven characters of serial numbers, and whole ones. */
async function readParts(db: Knex): Promise<string[]> {
  const serials = (await db('orders')
    .orderByRaw('hashtext(serial_number)')
    .limit(TIMES)
    .pluck('serial_number')) as string[];
  return serials.map((serial, n) => (n % 4 === 3 ? serial : serial.slice(-5 - (n % 3))));
}
