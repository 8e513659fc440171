import { expect, test } from 'vitest';
import type { Ctx } from '../kernel/context.js';
import { inTransaction } from '../kernel/service.js';
import { homeShop, useWorld } from '../testing/world.js';
import { applyImport } from './apply.js';
import type { Spreadsheet } from './reading/kind.js';
import { dealers } from './kinds/dealers.js';
import { haulBases } from './kinds/haul-bases.js';
import { spreadsheet } from './spreadsheets/spreadsheet.js';
import { readImport, stage } from './staged.js';
import { digestBusinessColumns } from './testing/business-digest.js';

const world = useWorld();

/** A kind whose preview treats every row as a new record, so that only the database notices conflicts. */
const blind = <T>(kind: Spreadsheet<T>, target: T) =>
  spreadsheet<T>('blind', {
    ...kind,
    find: (_, rows) => Promise.resolve(rows.map(({ n }) => ({ key: String(n), name: '', target, before: null }))),
  });

const apply = (ctx: Ctx, kind: ReturnType<typeof blind>, rows: Record<string, unknown>[]) =>
  inTransaction(ctx, async (tx) => {
    const read = await readImport(tx, kind, { rows, fileName: 'test.json' }, {});
    const { foundImport } = await stage(tx, read);
    return applyImport(tx, foundImport, { strict: false, without: new Set(), confirmed: false });
  });

test('a name or size that another record has, noticed only by the database, is refused by name', async () => {
  const before = await digestBusinessColumns(world.db);
  const office = world.ctx('office.admin');
  const shopId = await world.findShopId(homeShop);
  const dealer = { id: null, name: 'Lot Twice', shopId, city: '' };
  const named = { Name: 'Lot Twice', Shop: homeShop };
  await expect(apply(office, blind(dealers, dealer), [named, named])).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'file: two records cannot share "lot twice"; nothing was imported',
  });
  const { model_id: modelId, base_style_id: baseStyleId } = (await world.db('haul_bases').first()) as Record<
    string,
    string
  >;
  const size = { modelId: modelId ?? '', baseStyleId: baseStyleId ?? '', width: 97, length: 98 };
  const sized = { Base_Style: 'x', Width: 97, Length: 98, Haul_Base: 5 };
  await expect(apply(office, blind(haulBases, { size, record: null }), [sized, sized])).rejects.toThrow(
    'file: two records cannot share "97.0000, 98.0000"; nothing was imported',
  );
  expect(await digestBusinessColumns(world.db)).toEqual(before);
});
