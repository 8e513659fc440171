import { findPositions } from '../src/domain/inventory/demand-query.js';
import { importOrders } from '../src/domain/orders/import-service.js';
import { idOf } from './lib/catalogue.js';
import { feedOf } from './lib/feed.js';
import { writing } from './lib/ground.js';
import { bounded, median, timed } from './lib/measure.js';
import { orderOf, shedsOf, type Shed } from './lib/orders.js';
import { scaleAsked } from './lib/scale.js';

const OPEN = 500;
const OTHERS = { small: 2_000, full: 20_000 } as const;
const TIMES = 15;
/** Milliseconds that the demand of a shop may take. */
const MOST = 100;

/**
 * The material that 500 open orders of a shop need, each for another shed with four add-ons, among orders of another shop:
 * the one statement behind it. 20,000 other orders at full scale.
 */
export async function run(): Promise<boolean> {
  const { name } = scaleAsked();
  return writing('catalogue', async ({ db, ctx }) => {
    const sheds = await shedsOf(db);
    const shopOf = (n: number) => (n < OPEN ? 'Bench shop 1' : 'Bench shop 2');
    const orders = feedOf(OPEN + OTHERS[name]).map((row, n) =>
      orderOf(row, n, sheds[n % sheds.length] as Shed, shopOf(n)),
    );
    await importOrders(ctx, { orders });
    await db('orders').whereNotNull('shop_id').update({ status: 'InQueue', alerts: '[]' });
    await db.raw('vacuum analyze');
    const shop = await idOf(db, 'shop', 1);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push((await timed(() => findPositions(db, shop))).ms);
    const items = (await findPositions(db, shop)).length;
    return bounded(`${items} items that ${OPEN} open orders need`, median(times), MOST, 'ms', true);
  });
}
