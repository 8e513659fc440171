import { withServer } from './lib/client.js';
import { reading } from './lib/ground.js';
export async function run(): Promise<boolean> {
  return reading('orders', async ({ db, url }) =>
    withServer({ db, url }, async (signIn) => {
      const { get, put } = await signIn('office.user');
      const [{ id }] = (await db('orders').where({ status: 'Building' }).orderBy('id').limit(1).select('id')) as { id: string }[] as [{id:string}];
      const calls: Record<string, (n: number) => Promise<unknown>> = {
        inqueue: (n) => get(`/api/orders/status/inqueue?size=200&page=${1 + n}`),
        chart: () => get('/api/orders/chart/filter'),
        search5: (n) => get(`/api/orders/search/${String(n * 37 + 101).padStart(5, '0')}`),
        search6: (n) => get(`/api/orders/search/${String(n * 53 + 77).padStart(6, '0')}`),
        order: () => get(`/api/orders/${id}`),
        invoices: () => get('/api/invoice/status/New?size=200'),
        building: (n) => get(`/api/orders/status/building?size=200&page=${1 + n}`),
        payment: () => get('/api/payment?size=100'),
        finished: () => get('/api/orders/status/finished?size=200'),
        update: (n) => put(`/api/orders/update/${id}`, { metalOrdered: n % 2 === 0 }),
      };
      for (const [name, call] of Object.entries(calls)) {
        for (let n = 0; n < 40; n++) await call(n % 20);
        const c = process.cpuUsage(); const t = performance.now(); let size = 0;
        for (let n = 0; n < 60; n++) { const a = await call(n % 20); size = typeof a === 'string' ? a.length : 0; }
        const { user, system } = process.cpuUsage(c);
        console.log(name.padEnd(10), 'wall', ((performance.now() - t) / 60).toFixed(1), 'node cpu', ((user + system) / 60000).toFixed(1), 'kB', (size / 1000).toFixed(0));
      }
      return true;
    }),
  );
}
