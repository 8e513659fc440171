import type { Knex } from 'knex';
import { shedPrices } from '../src/domain/catalogue/prices/shed-prices.js';
import { readId } from './lib/catalogue.js';
import { type Person, withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { compare, median, report, measureTime } from './lib/measure.js';

const TIMES = 15;

/** Price tables of a model and of a category over HTTP, against their SQL alone. */
export async function run(): Promise<boolean> {
  return runOnData('catalogue', async ({ db, url }) => {
    const [shopId, category, model] = [
      await readId(db, 'shop', 1),
      await readId(db, 'sc', 2),
      await readId(db, 'model', 1),
    ];
    const tables = [
      { ids: await readSheds(db, 'm.id', model), path: `${category}/${shopId}/${model}`, goal: 2 },
      { ids: await readSheds(db, 'm.category_id', category), path: `${category}/${shopId}/all`, goal: 1.5 },
    ];
    return withServer({ url }, async (signIn) => {
      const office = await signIn('office.admin');
      let isGood = true;
      for (const { ids, path, goal } of tables) {
        const limits: number[] = [];
        const products: number[] = [];
        for (let n = 0; n < TIMES; n++) {
          limits.push((await measureTime(() => shedPrices(db, { shopId, type: 'NB', shedIds: ids }))).ms);
          products.push((await measureTime(() => office.get(`/api/shed/${path}?size=5000`))).ms);
        }
        const what = `a price table of ${ids.length} sheds over HTTP`;
        isGood = report(what, median(limits), median(products), goal) && isGood;
      }
      return (await workbook(db, office)) && isGood;
    });
  });
}

/** The workbook of every shed at standard prices. */
async function workbook(db: Knex, office: Person): Promise<boolean> {
  const shedIds = (await db('sheds').pluck('id')) as string[];
  const limit = () => shedPrices(db, { shopId: null, type: 'NB', shedIds });
  const product = () => office.file('/api/exports/sheds');
  return compare(`the prices of ${shedIds.length} sheds as a workbook over HTTP`, 3, 3, { limit, product });
}

const readSheds = async (db: Knex, where: string, id: string): Promise<string[]> =>
  (await db('sheds as s').join('shed_models as m', 'm.id', 's.model_id').where(where, id).pluck('s.id')) as string[];
