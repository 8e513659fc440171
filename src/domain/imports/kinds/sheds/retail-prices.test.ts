import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../kernel/ids.js';
import { useWorld } from '../../../testing/world.js';
import { previewRetailPrices, updateRetailPrices } from '../../update-retail-prices.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'retail-prices');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

const MODEL = 'Painted Cabin';
let rows: Row[] = [];
beforeAll(async () => {
  rows = (await sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
});
const shed = (n: number) =>
  world
    .db('sheds')
    .where({ ss_id: String(rows[n]?.['Shed_Suite_ID']) })
    .first() as Promise<Row>;
const setSize = (n: number): Row => ({ Sheet: MODEL, Width: rows[n]?.['Width'], Length: rows[n]?.['Length'] });

describe('retail prices', () => {
  test('are matched by the ID of the sales system or by model and size, in all sheets; undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const preview = await stage([
      { Sheet: 'Export', 'Shed Suite ID': rows[0]?.['Shed_Suite_ID'], Price: '$2,400.50' },
      { ...setSize(1), Price: 2500 },
      { Sheet: 'Page 2', Model: 'PCB', Width: rows[2]?.['Width'], Length: rows[2]?.['Length'], Price: 2600 },
      { Sheet: MODEL, ...rows[3] },
    ]);
    expect(preview.counts).toEqual({ new: 0, changed: 3, unchanged: 1, refused: 0 });
    expect((await apply(preview._id)).msg).toBe('Retail Prices are updated');
    expect([await shed(0), await shed(1), await shed(2)].map((one) => one['retail_price'])).toEqual([
      240_050, 250_000, 260_000,
    ]);
    expect((await getImport(office(), { id: preview._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('require the base style if a size has several, and name them', async () => {
    const first = await shed(0);
    const style = (await world.db('base_styles').whereNot({ id: first['base_style_id'] }).first()) as Row;
    const twin = { ...first, id: newId(), base_style_id: style['id'], ss_id: null };
    await world.db('sheds').insert(twin);
    const size = `${MODEL} ${String(rows[0]?.['Width'])}x${String(rows[0]?.['Length'])}`;
    expect(await refusals([{ ...setSize(0), Price: 9 }])).toEqual([
      expect.stringMatching(`^Base_Style must be filled in: ${size} comes in .*${String(style['name'])}`),
    ]);
    const preview = await stage([{ ...setSize(0), Base_Style: String(style['name']).toLowerCase(), Price: 9 }]);
    expect(preview.rows.map(({ name }) => name)).toEqual([
      `${MODEL} ${String(style['name'])} ${String(rows[0]?.['Width'])}x${String(rows[0]?.['Length'])}`,
    ]);
    await world.db('sheds').where({ id: twin.id }).delete();
  });

  test('are refused for unknown sheds, and for rows that name none', async () => {
    const second = await shed(1);
    await world.db('sheds').where({ id: second['id'] }).update({ ss_id: rows[0]?.['Shed_Suite_ID'] });
    const ambiguous = await refusals([{ Shed_Suite_ID: rows[0]?.['Shed_Suite_ID'], Price: 1 }]);
    await world.db('sheds').where({ id: second['id'] }).update({ ss_id: second['ss_id'] });
    expect(ambiguous).toEqual([
      `Shed_Suite_ID "${String(rows[0]?.['Shed_Suite_ID'])}" must be the ID of only one shed; otherwise fill in model and size`,
    ]);
    expect(
      await refusals([
        { Shed_Suite_ID: 'X9', Price: 1 },
        { Sheet: MODEL, Price: 1 },
        { Sheet: MODEL, Shed_Suite_ID: '', Width: 8, Price: 1 },
        { ...setSize(0), Length: 99.5, Price: 1 },
        { ...setSize(0), Sheet: 'Summary', Price: 1 },
        { ...setSize(0), Shed_Suite_ID: rows[0]?.['Shed_Suite_ID'], Width: 99.5, Price: 1 },
        { ...setSize(0), Price: null },
        { ...setSize(0), Price: 'call us' },
      ]),
    ).toEqual([
      'Shed_Suite_ID "X9" must be the ID of an existing shed',
      'Width must be filled in, or Shed_Suite_ID; Length must be filled in, or Shed_Suite_ID',
      'Length must be filled in, or Shed_Suite_ID',
      `"${MODEL} ${String(rows[0]?.['Width'])}x99.5" must be a shed in the catalogue`,
      '"Summary" must be the name of a model; name the sheet after it, or add a Model column',
      `Width "99.5" must be ${String(rows[0]?.['Width'])}, as in the shed with this Shed_Suite_ID`,
      'Price must be filled in',
      'Price "call us" must be a number',
    ]);
    expect((await stage([{ Sheet: MODEL, Width: 8, Length: 10 }])).msg).toBe(`Sheet "${MODEL}" has no column Price.`);
  });

  test('can be set in one call, for sheds by ID, from rows or from a file', async () => {
    const { id, retail_price: cents } = (await shed(0)) as { id: string; retail_price: number };
    const [dollars, same] = [cents / 100, { Sheet: MODEL, ...rows[1] }];
    const byId = { sheds: [{ _id: id, retailPrice: dollars + 1 }] };
    expect(await previewRetailPrices(office(), byId)).toMatchObject({ sheds: 1, addOns: 0 });
    expect(await updateRetailPrices(office(), byId)).toEqual({
      msg: 'Retail Prices are updated',
      updated: 1,
      unchanged: 0,
    });
    const asRows = [{ Sheet: MODEL, ...rows[0] }, same];
    expect(await previewRetailPrices(office(), { rows: asRows })).toMatchObject({ counts: { changed: 1 } });
    const answer = await updateRetailPrices(office(), { sheds: asRows });
    expect(answer).toMatchObject({ msg: 'Retail Prices are updated', updated: 1, unchanged: 1 });
    expect((await shed(0))['retail_price']).toBe(cents);
    const bytes = new TextEncoder().encode(`SSID,Price\n${String(rows[0]?.['Shed_Suite_ID'])},"$1,111.00"\n`);
    const file = { name: 'models.csv', bytes };
    const { import: imported, counts } = await updateRetailPrices(office(), { file });
    expect(counts).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 0 });
    await undoImport(office(), { id: imported as string });
    expect((await shed(0))['retail_price']).toBe(cents);
  });

  test('report problems of sheds given by ID, as before', async () => {
    const problem = async (input: object) =>
      updateRetailPrices(office(), input).then(
        () => [],
        ({ details }: { details: { errors: { path: string; msg: string }[] } }) =>
          details.errors.map(({ path, msg }) => `${path} ${msg}`),
      );
    expect(await problem({ sheds: [] })).toEqual(['sheds must have at least one shed']);
    expect(await problem({ sheds: [{ _id: newId(), retailPrice: 5 }] })).toEqual(['sheds.0._id does not exist']);
    expect(await problem({ sheds: [{ _id: 'x', retailPrice: -5 }] })).toEqual([
      'sheds.0._id is not a valid ID',
      'sheds.0.retailPrice must not be negative',
    ]);
    expect(await problem({})).toEqual(['file Please upload a file before importing.']);
  });
});
