import { findPositions } from '../src/domain/stock/demand-query.js';
import { usualOrders } from '../src/domain/stock/schema.js';
import { importOrders } from '../src/domain/imports/order-files/service.js';
import { readId } from './lib/catalogue.js';
import { getFeed } from './lib/feed.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, median, measureTime } from './lib/measure.js';
import { getOrder, readSheds, type Shed } from './lib/orders.js';

const OPEN = 500;
const TIMES = 15;
/** The limit in milliseconds for computing a shop's demand. */
const MOST = 100;

/**
 * The statement that sums the material for 500 open orders of a shop, each for a different shed with four add-ons,
 * among all other orders.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('orders', async ({ db, ctx }) => {
    const shop = await readId(db, 'shop', 1);
    await db('orders')
      .where({ shop_id: shop })
      .whereIn('status', ['New', 'InQueue', 'Building'])
      .update({ status: 'Canceled', is_building: false });
    const sheds = await readSheds(db);
    const orders = getFeed(OPEN, 'D').map((row, n) =>
      getOrder(row, n, sheds[n % sheds.length] as Shed, 'Bench shop 1'),
    );
    await importOrders(ctx, { orders });
    await db('orders').where({ shop_id: shop, status: 'New' }).update({ status: 'InQueue', alerts: '[]' });
    await db.raw('vacuum analyze');
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push((await measureTime(() => findPositions(db, shop, usualOrders))).ms);
    const items = (await findPositions(db, shop, usualOrders)).length;
    return checkBound(`${items} items that ${OPEN} open orders need`, median(times), MOST, 'ms', true);
  });
}
