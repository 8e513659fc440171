import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.js';
import { exportKind } from '../export.js';

const world = useWorld();
const nameWith = async (kind: string, options: object) =>
  (await exportKind(world.ctx('office.admin'), { kind, ...options })).name;
const part = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '_');

test.each([
  ['items', 'item_categories', 'Items'],
  ['addon-bom', 'addon_categories', 'AddOn_BOM'],
  ['addons', 'addon_categories', 'AddOns'],
  ['component-bom', 'component_categories', 'Component_BOM'],
  ['haul-bases', 'shed_categories', 'Haul_Bases'],
  ['shed-labor', 'shed_categories', 'Shed_Labor'],
  ['shed-bom', 'shed_categories', 'Shed_BOM'],
])('the name of a file of %s includes its category', async (kind, table, title) => {
  const { id, name } = (await world.db(table).orderBy('name').first('id', 'name')) as { id: string; name: string };
  expect(await nameWith(kind, { category: id })).toBe(`${title}_${part(name)}.xlsx`);
  expect(await nameWith(kind, {})).toBe(`${title}.xlsx`);
});

test('the name of a file of a model includes its name, with that of its category if that is chosen too', async () => {
  const model = (await world.db('shed_models').orderBy('name').first('id', 'name')) as { id: string; name: string };
  expect(await nameWith('haul-bases', { model: model.id })).toBe(`Haul_Bases_${part(model.name)}.xlsx`);
});
