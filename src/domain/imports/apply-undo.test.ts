import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKindDriver } from '../testing/kind-driver.js';
import { useWorld } from '../testing/world.js';
import { exportedKinds } from './kinds.js';
import type { ImportOptions } from './reading/schema.js';
import { undoImport } from './undo.js';
import { digestBusinessColumns } from './testing/business-digest.js';
import { limit } from '../testing/patience.js';

const world = useWorld();

type Row = Record<string, unknown>;
/** Figures of money and amounts that every kind accepts with two decimals; IDs, sizes and counts are left out. */
const EDITED =
  /^(Sub_Total|Freight|Retail_Price|Price|Haul_Base|Haul_Percent|Build_Base|Roof_Base|Quantity|Quantity_\d+|Shop_Percent)$/;
const MOST_ROWS = 60;

const readOptions = async (kind: string): Promise<ImportOptions> =>
  kind === 'items-for-shops' ? { shops: (await world.db('shops').pluck('id')) as string[] } : {};

/** A random part of a spreadsheet with random figures, with rows left out and cells changed. */
const edits = fc.record({
  chosen: fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: MOST_ROWS }),
  figures: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 7, maxLength: 7 }),
});

function editFile(rows: readonly Row[], { chosen, figures }: { chosen: number[]; figures: number[] }): Row[] {
  const places = [...new Set(chosen.map((n) => n % rows.length))];
  return places.map((place, n) =>
    Object.fromEntries(
      Object.entries(rows[place] ?? {}).map(([header, value], at) => {
        const figure = figures[(n + at) % figures.length] ?? 1;
        return [header, typeof value === 'number' && EDITED.test(header) ? figure / 100 : value];
      }),
    ),
  );
}

test.each(exportedKinds.filter((kind) => kind !== 'payments'))(
  '%s: whatever is changed, applied and undone, everything is restored',
  { timeout: limit(120_000) },
  async (kind) => {
    const driver = createKindDriver(world, kind);
    const options = await readOptions(kind);
    const rows = (await driver.sheets()).flatMap(({ name, rows: of }) =>
      of.map((row): Row => ({ Sheet: name, ...row })),
    );
    const before = await digestBusinessColumns(world.db);
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (edit) => {
        const staged = await driver.stage(editFile(rows, edit), options);
        changed += staged.counts.changed + staged.counts.new;
        if (staged.counts.changed + staged.counts.new === 0) return;
        await driver.apply(staged._id);
        expect(await digestBusinessColumns(world.db)).not.toEqual(before);
        await undoImport(world.ctx('office.admin'), { id: staged._id });
        expect(await digestBusinessColumns(world.db)).toEqual(before);
      }),
      { numRuns: 6 },
    );
    expect(changed).toBeGreaterThan(0);
  },
);
