import type { Knex } from 'knex';
import { shedPrices } from '../src/domain/prices/shed-prices.js';
import { fillCatalogue, idOf, scaleAsked } from './catalogue.js';
import { withServer } from './client.js';
import { median, report, timed, withGround } from './ground.js';

const TIMES = 15;

/** Price tables of a model and of a category over HTTP against their SQL alone. `SCALE=full` for 18,000 sheds and 200 shops. */
export async function run(): Promise<boolean> {
  const { name, scale } = scaleAsked();
  return withGround(async ({ db, url, ctx }) => {
    await fillCatalogue(db, scale);
    const [shopId, category, model] = [await idOf(db, 'shop', 1), await idOf(db, 'sc', 2), await idOf(db, 'model', 1)];
    const tables = [
      { ids: await shedsOf(db, 'm.id', model), path: `${category}/${shopId}/${model}`, goal: 2 },
      { ids: await shedsOf(db, 'm.category_id', category), path: `${category}/${shopId}/all`, goal: 1.5 },
    ];
    return withServer({ ctx, url }, async (signIn) => {
      const office = await signIn('office.admin');
      let isGood = true;
      for (const { ids, path, goal } of tables) {
        const limits: number[] = [];
        const products: number[] = [];
        for (let n = 0; n < TIMES; n++) {
          limits.push((await timed(() => shedPrices(db, { shopId, type: 'NB', shedIds: ids }))).ms);
          products.push((await timed(() => office.get(`/api/shed/${path}?size=5000`))).ms);
        }
        const what = `a price table of ${ids.length} sheds (${name}: ${scale.sheds} sheds, ${scale.shops} shops)`;
        isGood = report(what, median(limits), median(products), goal) && isGood;
      }
      return isGood;
    });
  });
}

const shedsOf = async (db: Knex, where: string, id: string): Promise<string[]> =>
  (await db('sheds as s').join('shed_models as m', 'm.id', 's.model_id').where(where, id).pluck('s.id')) as string[];
