import pino from 'pino';
import { startServer } from '../src/api/server.js';
import { addDemoAccounts, demoPassword } from '../src/domain/demo/accounts.js';
import { shedPrices } from '../src/domain/prices/shed-prices.js';
import { fillCatalogue, idOf, scales } from './catalogue.js';
import { median, report, timed, withGround } from './ground.js';

const TIMES = 15;

/** Price tables of a model and of a category over HTTP against their SQL alone. `SCALE=full` for 18,000 sheds and 200 shops. */
export async function run(): Promise<boolean> {
  const scale = process.env['SCALE'] === 'full' ? 'full' : 'small';
  return withGround(async ({ db, url, ctx }) => {
    await fillCatalogue(db, scales[scale]);
    await addDemoAccounts(ctx);
    const logger = pino({ level: 'silent' });
    const server = await startServer({ db, url, secret: 'x'.repeat(40), logger, host: '127.0.0.1', port: 0 });
    const token = await signIn(server.address);
    const shopId = await idOf(db, 'shop', 1);
    const category = await idOf(db, 'sc', 2);
    const ids = async (where: string, id: string): Promise<string[]> =>
      (
        (await db('sheds as s').join('shed_models as m', 'm.id', 's.model_id').where(where, id).select('s.id')) as {
          id: string;
        }[]
      ).map((row) => row.id);
    const model = await idOf(db, 'model', 1);
    const tables = [
      { ids: await ids('m.id', model), path: `${category}/${shopId}/${model}`, goal: 2 },
      { ids: await ids('m.category_id', category), path: `${category}/${shopId}/all`, goal: 1.5 },
    ];
    let good = true;
    for (const table of tables) {
      const limits: number[] = [];
      const products: number[] = [];
      for (let n = 0; n < TIMES; n++) {
        limits.push((await timed(() => shedPrices(db, { shopId, type: 'NB', shedIds: table.ids }))).ms);
        products.push((await timed(() => ask(`${server.address}/api/shed/${table.path}?size=5000`, token))).ms);
      }
      const what = `a price table of ${table.ids.length} sheds (${scale}: ${scales[scale].sheds} sheds, ${scales[scale].shops} shops)`;
      good = report(what, median(limits), median(products), table.goal) && good;
    }
    await server.stop();
    return good;
  });
}

async function ask(address: string, token: string): Promise<void> {
  const answer = await fetch(address, { headers: { 'x-auth-token': token, 'accept-encoding': 'identity' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
}

async function signIn(address: string): Promise<string> {
  const body = JSON.stringify({ userName: 'office.admin@demo.test', password: demoPassword });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/api/auth`, { method: 'POST', headers, body });
  return ((await answer.json()) as { token: string }).token;
}
