import { withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { compare } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = 7;

/** The list of duplicate serial numbers, over HTTP, against grouping an index alone. */
export async function run(): Promise<boolean> {
  const { orders } = readScale().scale;
  return runOnData('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.user');
      const { rowCount } = (await db.raw(limitSql)) as { rowCount: number };
      const { total } = JSON.parse(await office.get('/api/orders/duplicates')) as { total: number };
      if (total !== rowCount) throw new Error(`${total} of ${rowCount} serial numbers`);
      const sides = { limit: () => db.raw(limitSql), product: () => office.get('/api/orders/duplicates') };
      return compare(`${total} serial numbers of several of ${orders} orders`, 1.2, TIMES, sides);
    }),
  );
}

const limitSql = `select lower(serial_number), count(*) from orders group by 1 having count(*) > 1`;
