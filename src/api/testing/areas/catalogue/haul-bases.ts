import { createHaulBase } from '../../../../domain/catalogue/haul-bases/service.js';
import { createShedCategory } from '../../../../domain/catalogue/sheds/categories.js';
import { createModel } from '../../../../domain/catalogue/sheds/models.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;
const size = { shedCategory: 'shedCategory', model: 'catalogue', baseStyle: 'catalogue' } as const;

export const references: References = {
  'GET /api/haulbase/model/:modelId/:param': { modelId: 'catalogue', param: 'word' },
  'GET /api/haulbase/:id': { id: 'haulBase' },
  'POST /api/haulbase': size,
  'PUT /api/haulbase/update/:id': { ...id, ...size },
  'DELETE /api/haulbase/delete/:id': id,
};

async function makeFields(world: World) {
  const office = world.ctx('office.admin');
  const { item: category } = await createShedCategory(office, { name: makeUnique('Category') });
  const { item: model } = await createModel(office, {
    name: makeUnique('Model'),
    code: 'M',
    shedCategory: category._id,
  });
  const { id: baseStyle } = (await world.db('base_styles').first('id')) as { id: string };
  return { model: model._id, baseStyle, width: 10.5, length: 16, haulBase: 250.5 };
}

const makeHaulBase = async (world: World): Promise<string> =>
  (await createHaulBase(world.ctx('office.admin'), await makeFields(world))).item._id;

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'haul-base', values });

export const examples: Examples = {
  'POST /api/haulbase': async (world) => office(await makeFields(world)),
  'PUT /api/haulbase/update/:id': async (world) =>
    office({ id: await makeHaulBase(world), revision: 1, ...(await makeFields(world)), haulBase: 300 }),
  'DELETE /api/haulbase/delete/:id': async (world) => office({ id: await makeHaulBase(world) }),
};
