import http from 'node:http';
import { signInForToken, type RunningServer } from '../e2e/product.js';
import { ask, requireOk, withProduct } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { measureTime, median, quantile, report } from './lib/measure.js';

const FIRST = 100;
const LATER = 500;
const ROUNDS = 3;
/** What the office's screens ask for after a start, each several times. */
const PATHS = [
  '/api/auth',
  '/api/home/needs',
  '/api/home/work',
  '/api/orders/status/inqueue?size=20',
  '/api/orders/chart/filter',
  '/api/invoice/status/Approved?size=20',
  '/api/payment?size=20',
  '/api/notices',
  '/api/orders/search/0019999',
  '/api/lookups',
] as const;

/**
 * The first requests of the built product after its start, against later ones: people wait for them after each
 * upgrade. The median of the p99 of three starts.
 */
export async function run(): Promise<boolean> {
  return runOnData('orders', async ({ url }) => {
    const rounds: { readonly first: number; readonly later: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await withProduct(url, measureStart));
    const [first, later] = (['first', 'later'] as const).map((part) => median(rounds.map((one) => one[part])));
    return report(`the first ${FIRST} requests after a start, p99, against later ones`, later ?? 0, first ?? 0, 3);
  });
}

async function measureStart(server: RunningServer) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const token = await signInForToken(server.address, 'office.admin@demo.test');
    const get = ask(agent, Number(new URL(server.address).port), { 'x-auth-token': token });
    const times: number[] = [];
    for (let n = 0; n < FIRST + LATER; n += 1) {
      const { ms, value } = await measureTime(() => get('GET', PATHS[n % PATHS.length] ?? PATHS[0]));
      requireOk(value);
      times.push(ms);
    }
    const secondSlowest = 1 - 2 / FIRST; // the p99 of a hundred
    return { first: quantile(times.slice(0, FIRST), secondSlowest), later: quantile(times.slice(FIRST), 0.99) };
  } finally {
    agent.destroy();
  }
}
