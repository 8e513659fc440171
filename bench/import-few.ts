import { importOrders } from '../src/domain/imports/orders/service.js';
import { getFeed } from './lib/feed.js';
import { writing } from './lib/ground.js';
import { checkBound, median, note, measureTime } from './lib/measure.js';

const ROUNDS = 5;
const MOST_MS = 300;

/**
 * Imports a few hundred orders into a full table, which must not be scanned: the time per order is the same for 300 and
 * for 250.
 */
export async function run(): Promise<boolean> {
  return writing('orders', async ({ ctx }) => {
    const took: Record<number, number> = {};
    for (const size of [250, 300, 2_000]) {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const { ms } = await measureTime(() => importOrders(ctx, { orders: getFeed(size, `${size}-${round}`) }));
        if (round > 0) times.push(ms);
      }
      took[size] = median(times);
      note(`import of ${size} orders`, median(times));
    }
    const [few = 0, some = 0] = [took[250], took[300]];
    checkBound('import of 300 orders', some, MOST_MS, 'ms', true);
    return checkBound('import of 300 orders, of the time of 250', Math.round((some / few) * 100), 200, '%');
  });
}
