import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { signInForToken } from '../e2e/product.js';
import { withProduct } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, median } from './lib/measure.js';

const ROUNDS = 3;

/** The export of all payments with their invoices as a workbook, from the built product: in all, and its first byte. */
export async function run(): Promise<boolean> {
  return runOnData('orders', ({ db, url, folder }) =>
    withProduct(url, async (server) => {
      const token = await signInForToken(server.address, 'office.admin@demo.test');
      const file = path.join(folder, 'payments.xlsx');
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await download(`${server.address}/api/exports/payments`, token, file));
      const { rows } =
        (await db('invoices').whereNotNull('payment_id').count({ rows: '*' }).first<{ rows: number }>()) ?? {};
      console.log(`  ${rows} invoices, ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
      const first = checkBound('the first byte', median(rounds.map((one) => one.first)), 300, 'ms', true);
      return checkBound('the whole workbook', median(rounds.map((one) => one.all)), 2000, 'ms', true) && first;
    }),
  );
}

/** Downloads in another process: a reader in this one would take turns with the server. Returns milliseconds. */
async function download(url: string, token: string, file: string) {
  const what = '%{time_starttransfer} %{time_total}';
  const { stdout } = await promisify(execFile)('curl', [
    '-sSf',
    '-o',
    file,
    '-w',
    what,
    '-H',
    `x-auth-token: ${token}`,
    url,
  ]);
  const [first = 0, all = 0] = stdout.split(' ').map((seconds) => Number(seconds) * 1000);
  return { first, all };
}
