import { getFeed } from './lib/feed.js';
import { requireOk, withServer } from './lib/client.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, median, measureTime } from './lib/measure.js';

const ROUNDS = 5;
/** How many orders are imported, and the most milliseconds that this may take; 250 are only compared with 300. */
const sizes = [
  [30, 150],
  [250, 300],
  [300, 300],
  [2_000, 900],
] as const;

/**
 * Imports some orders over HTTP into a full table, which must not be scanned: the time per order is the same for 300
 * and for 250.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('orders', async (ground) =>
    withServer(ground, async (signIn) => {
      const office = await signIn('office.admin');
      const took = new Map<number, number>();
      for (const [size, most] of sizes) {
        const times: number[] = [];
        for (let round = 0; round <= ROUNDS; round += 1) {
          const orders = getFeed(size, `${size}-${round}`);
          const { ms, value } = await measureTime(() => office.post('/api/orders', orders));
          const { counts } = JSON.parse(requireOk(value)) as { counts: { new: number } };
          if (counts.new !== size) throw new Error(`${counts.new} of ${size} orders were imported`);
          if (round > 0) times.push(ms);
        }
        took.set(size, median(times));
        checkBound(`import of ${size} orders over HTTP`, median(times), most, 'ms', true);
      }
      const [few = 0, some = 0] = [took.get(250), took.get(300)];
      return checkBound('import of 300 orders, of the time of 250', Math.round((some / few) * 100), 200, '%');
    }),
  );
}
