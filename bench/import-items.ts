import { applyStaged, stageImport } from '../src/domain/imports/workbench-service.js';
import { writing } from './lib/ground.js';
import { median, note, report, timed } from './lib/measure.js';
import { scaleAsked } from './lib/scale.js';

const TIMES = { small: 3, full: 1 } as const; // minutes each at full scale

/**
 * A spreadsheet of every item applied to every shop against one UPDATE of as many values in a transaction: at full scale
 * 3,000 rows and 200 shops, 600,000 values.
 */
export async function run(): Promise<boolean> {
  return writing('catalogue', async ({ db, ctx }) => {
    const shops = (await db('shop_item_values').distinct('shop_id').pluck('shop_id')) as string[];
    const items = (await db('items as i')
      .join('item_categories as c', 'c.id', 'i.category_id')
      .whereLike('i.name', 'Item %')
      .select({ Name: 'i.name', Category: 'c.name' })) as { Name: string; Category: string }[];
    const bare: number[] = [];
    const staging: number[] = [];
    const applying: number[] = [];
    for (let n = 1; n <= TIMES[scaleAsked().name]; n++) {
      const update = () =>
        db.transaction(async (trx) => {
          await trx.raw('set local statement_timeout = 0');
          const values = { sub_total: 10 + n / 100, freight: 1, revision: trx.raw('revision + 1') };
          await trx('shop_item_values').whereRaw('shop_id = any(?)', [shops]).update(values);
        });
      bare.push((await timed(update)).ms);
      const rows = items.map((item) => ({ ...item, Sub_Total: 20 + n / 100, Freight: 2 }));
      const staged = await timed(() => stageImport(ctx, { kind: 'items-for-shops', rows, shops }));
      staging.push(staged.ms);
      applying.push((await timed(() => applyStaged(ctx, { id: staged.value._id }))).ms);
    }
    note('staging and comparing', median(staging));
    const values = items.length * shops.length;
    const what = `${items.length} rows for ${shops.length} shops (${values} values), applied`;
    return report(what, median(bare), median(applying), 2);
  });
}
