import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { makeDemoPlace } from './demo-place.js';
import { shedworks, start, type Place } from './product.js';

let place: Place;
let handle: PostgresHandle; // without it, each command would start and stop the database
beforeAll(async () => {
  place = await makeDemoPlace();
  const demo = await start(place, 'demo');
  await demo.stop();
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
});
afterAll(async () => {
  await releasePostgres(handle);
  await place.remove();
});

interface Row {
  readonly _id: string;
  readonly retailPrice: number;
  readonly shopsRetailPrice: number;
  readonly standardLabor: number;
}
const runPrices = (...args: string[]) => shedworks(place, 'prices', ...args);
async function readTable(...args: string[]): Promise<Row[]> {
  const { code, stdout, stderr } = await runPrices(...args, '--category', 'metal', '--json');
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Row[];
}

describe('prices from the command line', () => {
  test('show shed costs, also for a shop, and none for a day before the first', async () => {
    const rows = await readTable('show');
    expect(rows.length).toBeGreaterThan(3);
    expect(await readTable('show', '--shop', 'Ridge Line Barns')).toHaveLength(rows.length);
    expect(await readTable('at', '2020-01-31')).toEqual([]);
    const result = await runPrices('show', '--category', 'no such');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('there is no shed category "no such"');
    expect((await runPrices('at', 'yesterday', '--category', 'Metal')).code).toBe(2);
  });

  test('raise: a dry run stores nothing; the real run reports the same changes, and can be undone to the cent', async () => {
    const before = await readTable('show');
    const percent = ['raise', '--category', 'Metal', '--percent', '10'];
    const dry = await runPrices(...percent, '--dry-run');
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.stderr).toContain(`Affects ${before.length} sheds`);
    expect(await readTable('show')).toEqual(before);
    expect((await runPrices('raise', '--category', 'Metal', '--dollars', '100')).stderr).toContain(
      `Retail Prices are updated: ${before.length} changed, 0 unchanged.`,
    );
    const after = await readTable('show');
    expect(after.map((row) => row.retailPrice)).toEqual(before.map((row) => row.retailPrice + 100));
    expect((await runPrices('raise', '--category', 'Metal', '--dollars', '-100')).code).toBe(0);
    expect(await readTable('show')).toEqual(before);
    expect((await runPrices('raise', '--category', 'Metal')).code).toBe(2);
  });

  test('preview shows the effect of a higher item cost and another labor rate, and stores neither', async () => {
    const before = await readTable('show');
    for (const change of [
      ['item', 'metal panel', '--sub-total', '9.99'],
      ['base-style', 'Metal Frame', '--build', '50'],
    ]) {
      const { code, stdout, stderr } = await runPrices('preview', ...change, '--json');
      expect(code).toBe(0);
      expect(stderr).toMatch(/Affects [1-9]\d* sheds/);
      const { shops } = JSON.parse(stdout) as { shops: { before: Profit; after: Profit }[] };
      expect(shops.length).toBeGreaterThan(0);
      for (const shop of shops) expect(shop.after.grossProfit).toBeLessThan(shop.before.grossProfit);
    }
    expect(await readTable('show')).toEqual(before);
    expect((await runPrices('preview', 'item', 'metal panel')).stderr).toContain('add --sub-total, --freight or both');
  });

  test('reprice previews its changes, makes them, and makes none when repeated', async () => {
    await runPrices('raise', '--category', 'Metal', '--percent', '1');
    const shop = ['reprice', '--shop', 'Ridge Line Barns'];
    const dry = await runPrices(...shop, '--dry-run');
    expect(dry.stderr).toMatch(/\d+ of \d+ open orders? would change\./);
    await runPrices(...shop);
    expect((await runPrices(...shop)).stderr).toMatch(/^0 of \d+ open orders? changed\./m);
  });
});

interface Profit {
  readonly grossProfit: number;
}
