import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../kernel/ids.js';
import { useWorld } from '../../../testing/world.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'shed-bom');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

const MODEL = 'Painted Cabin';
let own: Row[] = [];
const other = 'Loft Kit';
beforeAll(async () => {
  const rows = (await sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
  own = rows.filter(({ id }) => id === rows[0]?.['id']);
  const first = (await world.db('components').where({ name: own[0]?.['Component'] }).first()) as Row;
  await world.db('components').insert({ ...first, id: newId(), name: other });
});
const quantities = async () =>
  (await world
    .db('shed_components as x')
    .join('components as c', 'c.id', 'x.component_id')
    .where({ shed_id: own[0]?.['id'] as string })
    .select('c.name', 'x.quantity')) as { name: string; quantity: number }[];
const bySize = (row: Row | undefined): Row => ({ ...row, Sheet: MODEL, id: '' });

describe('the shed BOM', () => {
  test('adds, changes and removes components; those left out are unchanged; undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const earlier = await quantities();
    const preview = await stage([
      { Sheet: 'Any', id: own[0]?.['id'], Component: String(own[0]?.['Component']).toUpperCase(), Quantity: 7.25 },
      { ...bySize(own[1]), Quantity: 0 },
      { ...bySize(own[0]), Component: other, Quantity: '2' },
      bySize(own[2]),
    ]);
    expect(preview.counts).toEqual({ new: 1, changed: 2, unchanged: 1, refused: 0 });
    expect((await apply(preview._id)).msg).toBe('Successfully imported 3 records from 2 sheets.');
    const expected = new Map(earlier.map(({ name, quantity }) => [name, quantity]));
    expected.set(String(own[0]?.['Component']), 7.25).set(other, 2).delete(String(own[1]?.['Component']));
    expect(new Map((await quantities()).map(({ name, quantity }) => [name, quantity]))).toEqual(expected);
    const again = await stage([{ ...bySize(own[1]), Quantity: 0 }]);
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 });
    expect((await getImport(office(), { id: preview._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('leaves a stored quantity of 0 unchanged', async () => {
    const key = { shed_id: own[0]?.['id'] as string };
    const { component_id } = (await world.db('shed_components').where(key).first('component_id')) as {
      component_id: string;
    };
    const { quantity } = (await world
      .db('shed_components')
      .where({ ...key, component_id })
      .first('quantity')) as Row;
    await world
      .db('shed_components')
      .where({ ...key, component_id })
      .update({ quantity: 0 });
    const rows = (await sheets()).flatMap(({ name, rows: all }) => all.map((row) => ({ Sheet: name, ...row })));
    expect(rows.filter((row) => 'Quantity' in row && row['Quantity'] === 0)).toHaveLength(1);
    const preview = await stage(rows);
    expect(preview.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    await world
      .db('shed_components')
      .where({ ...key, component_id })
      .update({ quantity });
  });

  test('distinguishes components of the same name by category, when writing and reading', async () => {
    const { id, category_id, name } = (await world
      .db('components')
      .where({ name: own[0]?.['Component'] as string })
      .first()) as { id: string; category_id: string; name: string };
    const elsewhere = (await world.db('component_categories').whereNot({ id: category_id }).first()) as {
      id: string;
      name: string;
    };
    const copy = { ...((await world.db('components').where({ id }).first()) as Row), id: newId() };
    await world.db('components').insert({ ...copy, category_id: elsewhere.id });
    const place = (await world.db('component_categories').where({ id: category_id }).first('name')) as { name: string };
    const rows = (await sheets()).find(({ name: sheet }) => sheet === MODEL)?.rows ?? [];
    expect(rows[0]?.['Component']).toBe(`${name} (${place.name})`);
    expect(await refusals([{ ...bySize(own[0]), Component: name, Quantity: 1 }])).toEqual([
      expect.stringMatching(/ must be listed with its component category, like "/),
    ]);
    const preview = await stage([
      { ...bySize(rows[0]), Quantity: rows[0]?.['Quantity'] },
      { ...bySize(rows[0]), Component: `${name} (${elsewhere.name})`, Quantity: 3 },
    ]);
    expect(preview.counts).toEqual({ new: 1, changed: 0, unchanged: 1, refused: 0 });
    await world.db('components').where({ id: copy.id }).delete();
  });

  test('refuses invalid rows, naming sheet, row and column', async () => {
    const [first] = own;
    const untold = { Sheet: MODEL, Component: other, Quantity: 1 };
    const size = `${MODEL} ${String(first?.['Width'])}x${String(first?.['Length'])}`;
    expect(
      await refusals([
        { ...bySize(first), Component: 'Rocket' },
        { ...bySize(first), Component: null },
        { ...bySize(first), Quantity: null },
        { ...bySize(first), Quantity: -2 },
        untold,
        { ...bySize(first), Width: 77.5 },
        { ...bySize(first), Base_Style: 'Round' },
        { ...first, Sheet: MODEL, id: newId() },
        { ...first, Sheet: MODEL, Width: 77.5 },
        { ...first, id: '', Sheet: 'Nothing' },
      ]),
    ).toEqual([
      'Component "Rocket" must be the name of a component of its category',
      'Component must be filled in',
      'Quantity must be filled in',
      'Quantity "-2" must not be negative',
      'Width must be filled in, or id; Length must be filled in, or id',
      `"${MODEL} 77.5x${String(first?.['Length'])}" must be a shed in the catalogue`,
      expect.stringMatching(`^Base_Style "Round" must be a base style that ${size} comes in: `),
      expect.stringMatching(/^id ".*" must be the ID of a shed, or empty$/),
      `Width "77.5" must be ${String(first?.['Width'])}, as in the shed with this id`,
      '"Nothing" must be the name of a model; name the sheet after it, or add a Model column',
    ]);
  });
});
