import { buffer } from 'node:stream/consumers';
import { writeWorkbook } from '../src/domain/files/workbook/write-workbook.js';
import { applyStagedImport, stageImport } from '../src/domain/imports/workbench.js';
import { runOnCopy } from './lib/ground.js';
import { median, report, measureTime } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = { small: 3, full: 1 } as const; // minutes each at full scale

/**
 * Reads a spreadsheet of every item, compares it and applies it to every shop, against one UPDATE of the same number of
 * values. At full scale: 3,000 rows and 200 shops, so 600,000 values.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('catalogue', async ({ db, ctx }) => {
    const shops = (await db('shop_item_values').distinct('shop_id').pluck('shop_id')) as string[];
    const items = (await db('items as i')
      .join('item_categories as c', 'c.id', 'i.category_id')
      .whereLike('i.name', 'Item %')
      .select({ Name: 'i.name', Category: 'c.name' })) as { Name: string; Category: string }[];
    const bareTimes: number[] = [];
    const whole: number[] = [];
    for (let n = 1; n <= TIMES[readScale().name]; n++) {
      const update = () =>
        db.transaction(async (trx) => {
          await trx.raw('set local statement_timeout = 0');
          const values = { sub_total: 10 + n / 100, freight: 1, revision: trx.raw('revision + 1') };
          await trx('shop_item_values').whereRaw('shop_id = any(?)', [shops]).update(values);
        });
      bareTimes.push((await measureTime(update)).ms);
      const file = { name: 'Items.xlsx', bytes: await itemsFile(items, n) };
      const importOnce = async () => {
        const { _id: id } = await stageImport(ctx, { kind: 'items-for-shops', file, shops });
        return applyStagedImport(ctx, { id });
      };
      const { ms, value } = await measureTime(importOnce);
      if (value.counts.changed !== items.length) throw new Error(`${value.counts.changed} rows were applied`);
      whole.push(ms);
    }
    const values = items.length * shops.length;
    const what = `${items.length} rows for ${shops.length} shops (${values} values), read and applied`;
    return report(what, median(bareTimes), median(whole), 2);
  });
}

const itemsFile = (items: readonly { Name: string; Category: string }[], n: number): Promise<Uint8Array> =>
  buffer(
    writeWorkbook([
      {
        name: 'Items',
        columns: [
          { header: 'Name', kind: 'text' },
          { header: 'Category', kind: 'text' },
          { header: 'Sub_Total', kind: 'number' },
          { header: 'Freight', kind: 'number' },
        ],
        rows: items.map(({ Name, Category }) => [Name, Category, 20 + n / 100, 2]),
      },
    ]),
  );
