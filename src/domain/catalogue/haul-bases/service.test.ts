import { beforeAll, describe, expect, test } from 'vitest';
import { computeEffect } from '../prices/effect.js';
import { useWorld } from '../../testing/world.js';
import { createHaulBase, updateHaulBase, deleteHaulBase, listHaulBases, getHaulBase } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const NONE = '01a00000-0000-7000-8000-000000000000';
let place: { model: string; category: string; baseStyle: string };
beforeAll(async () => {
  place = (await world
    .db('shed_models as m')
    .crossJoin(world.db.raw('base_styles as b'))
    .orderBy('m.id')
    .first({ model: 'm.id', category: 'm.category_id', baseStyle: 'b.id' })) as typeof place;
});

let feet = 200;
/** A size that no shed has. */
const fields = (more: object = {}) => {
  const { model, baseStyle } = place;
  return { model, baseStyle, width: 16, length: (feet += 1), haulBase: 250.55, ...more };
};

/** A haul base of the demo that a shed uses, and that shed. */
const readUsed = async () =>
  (await world
    .db('haul_bases as h')
    .joinRaw(
      `join sheds s on s.model_id = h.model_id and s.base_style_id = h.base_style_id
         and s.width = h.width and s.length = h.length`,
    )
    .orderBy('h.id')
    .first({ id: 'h.id', shed: 's.id' })) as { id: string; shed: string };

describe('haul bases', () => {
  test('are added, changed and deleted to the cent, each recorded in the history', async () => {
    const { msg, item } = await createHaulBase(office(), fields({ shedCategory: place.category, width: 10.5 }));
    expect(msg).toBe('HaulBase is created');
    expect(item).toMatchObject({ shedCategory: { _id: place.category }, width: 10.5, haulBase: 250.55, revision: 1 });
    const { length } = item;
    const result = await updateHaulBase(office(), { id: item._id, revision: 1, ...fields({ length, haulBase: 0 }) });
    expect(result).toMatchObject({ msg: 'HaulBase is updated', item: { width: 16, haulBase: 0, revision: 2 } });
    expect((await deleteHaulBase(office(), { id: item._id })).msg).toBe('HaulBase is deleted');
    await expect(getHaulBase(office(), { id: item._id })).rejects.toThrow('Haul base not found');
    const trail = (await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .orderBy('id')
      .select('action', 'before', 'after')) as object[];
    expect(trail).toMatchObject([
      { action: 'add', after: { haulBase: 250.55 } },
      { action: 'change', before: { haulBase: 250.55, width: 10.5 }, after: { haulBase: 0, width: 16 } },
      { action: 'delete', before: { haulBase: 0 } },
    ]);
  });

  test('are unique by model, base style, width and length', async () => {
    const first = fields();
    await createHaulBase(office(), first);
    await expect(createHaulBase(office(), { ...first, haulBase: 1 })).rejects.toMatchObject({
      errors: [{ path: 'width', msg: 'Haul base: this size already exists' }],
    });
    const other = await createHaulBase(office(), fields());
    await expect(updateHaulBase(office(), { id: other.item._id, ...first })).rejects.toThrow(
      'this size already exists',
    );
  });

  test('report each missing or wrong field', async () => {
    await expect(createHaulBase(office(), {} as never)).rejects.toMatchObject({
      errors: [
        { path: 'model', msg: 'Choose a model' },
        { path: 'baseStyle', msg: 'Choose a base style' },
        { path: 'width', msg: 'Enter the width' },
        { path: 'length', msg: 'Enter the length' },
        { path: 'haulBase', msg: 'Enter the haul base' },
      ],
    });
    await expect(createHaulBase(office(), fields({ haulBase: -1 }))).rejects.toThrow('haulBase: must not be negative');
    await expect(createHaulBase(office(), fields({ haulBase: 1.005 }))).rejects.toThrow('at most 2 decimals');
    await expect(createHaulBase(office(), fields({ model: NONE }))).rejects.toThrow('model: does not exist');
    await expect(createHaulBase(office(), fields({ shedCategory: NONE }))).rejects.toThrow(
      'model: is not in this shed category',
    );
  });

  test('with a stale revision answer who changed them and both versions', async () => {
    const { item } = await createHaulBase(office(), fields());
    const size = { width: item.width, length: item.length };
    await updateHaulBase(office(), { id: item._id, revision: 1, ...fields({ ...size, haulBase: 99.5 }) });
    await expect(updateHaulBase(office(), { id: item._id, revision: 1, ...fields(size) })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { haulBase: 99.5, revision: 2 } },
    });
  });

  test('cannot be deleted or moved to another size while a shed uses them', async () => {
    const { id } = await readUsed();
    await expect(deleteHaulBase(office(), { id })).rejects.toMatchObject({
      code: 'in-use',
      details: { by: ['1 shed'] },
    });
    const { model, baseStyle, width, length } = await getHaulBase(office(), { id });
    const size = { model: model._id, baseStyle: baseStyle._id, width, length: length + 4 };
    await expect(updateHaulBase(office(), { id, ...fields(size) })).rejects.toMatchObject({
      errors: [{ path: 'length', msg: 'cannot be changed: it is used by 1 shed' }],
    });
  });

  test('are listed by model and category, sorted and in pages', async () => {
    const { model: modelId, category } = place;
    const all = await listHaulBases(office(), { modelId, param: 'all', sort: '-haulBase', size: 2 });
    expect((await listHaulBases(office(), { modelId, param: category })).total).toBe(all.total);
    expect((await listHaulBases(office(), { modelId, param: NONE })).total).toBe(0);
    const [first, second] = all.items.map(({ haulBase }) => haulBase);
    expect(first).toBeGreaterThanOrEqual(second as number);
  });

  test("report before a change which sheds it affects; it changes no shed's box price", async () => {
    const { id } = await readUsed();
    const item = await getHaulBase(office(), { id });
    const change = {
      id,
      model: item.model._id,
      baseStyle: item.baseStyle._id,
      width: item.width,
      length: item.length,
      haulBase: item.haulBase + 100,
    };
    const effect = await computeEffect(updateHaulBase)(office(), change);
    expect(effect).toMatchObject({ sheds: 1, addOns: 0, shops: [] });
    expect((await getHaulBase(office(), { id })).haulBase).toBe(item.haulBase);
  });

  test('are read by the office and changed only by its admin', async () => {
    await expect(createHaulBase(world.ctx('office.user'), fields())).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const { id } = await readUsed();
    expect((await getHaulBase(world.ctx('office.user'), { id }))._id).toBe(id);
    await expect(getHaulBase(world.ctx('shop.admin'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  });
});
