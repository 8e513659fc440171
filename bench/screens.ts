import { warmUp, withServer, type Person } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, median, measureTime } from './lib/measure.js';

const TIMES = 15;
const SORTS = ['amount', '-amount', 'invoiceNumber', '-invoiceNumber', 'serialNumber', '-serialNumber'] as const;
const APPROVAL_SORTS = ['waitingSince', '-waitingSince', 'invoiceNumber', 'shop', 'amount', '-amount'] as const;

/**
 * Screens that were slow once, with the milliseconds that people may wait for them. Reported without failing, because
 * machines differ.
 */
export async function run(): Promise<boolean> {
  return runOnData('orders', ({ url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.admin');
      const paidInvoices = '/api/invoice/status/Paid?size=200';
      const { total } = JSON.parse(await office.get(paidInvoices)) as { total: number };
      await reportMedians(office, '200 paid invoices with their totals', 12, [paidInvoices]);
      for (const sort of SORTS)
        for (const page of [1, Math.ceil(total / 400), Math.ceil(total / 200)])
          await reportMedians(office, `200 of ${total} paid invoices by ${sort}, page ${page}`, 100, [
            `${paidInvoices}&sort=${sort}&page=${page}`,
          ]);
      await reportMedians(office, 'payments with their totals', 8, ['/api/payment']);
      for (const sort of APPROVAL_SORTS)
        await reportMedians(office, `what waits for approval by ${sort}`, 60, [`/api/approvals?sort=${sort}`]);
      for (const text of ['a', '7', '10', 'zq']) {
        await reportMedians(office, `orders with “${text}”`, 100, [
          `/api/orders/search/${text}`,
          `/api/orders?search=${text}`,
        ]);
        await reportMedians(office, `invoices with “${text}”`, 100, [
          `/api/invoice/search/${text}`,
          `/api/invoice?search=${text}`,
        ]);
      }
      return true;
    }),
  );
}

/** The median time of each call, and the slowest of these. */
async function reportMedians(office: Person, what: string, most: number, paths: readonly string[]): Promise<void> {
  const medians: number[] = [];
  for (const path of paths) {
    await warmUp(office, path);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n += 1) times.push((await measureTime(() => office.get(path))).ms);
    medians.push(median(times));
  }
  checkBound(what, Math.max(...medians), most, 'ms', true);
}
