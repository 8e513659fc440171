import { createLabor } from '../../../../domain/catalogue/shed-labor/service.js';
import { createShedCategory } from '../../../../domain/catalogue/sheds/categories.js';
import { createModel } from '../../../../domain/catalogue/sheds/models.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;

export const references: References = {
  'GET /api/shedlabor/model/shop/:id': { ...id, shop: 'shop' },
  'GET /api/shedlabor/model/:id': id,
  'GET /api/shedlabor/:id': { id: 'shedLabor', shop: 'shop' },
  'POST /api/shedlabor': { model: 'catalogue', baseStyle: 'catalogue' },
  'PUT /api/shedlabor/buildbase/calc': { model: 'catalogue', baseStyle: 'catalogue' },
  'PUT /api/shedlabor/update/:id': { ...id, model: 'catalogue', baseStyle: 'catalogue' },
  'PUT /api/shedlabor/shop/update/:id': { ...id, shop: 'shop' },
  'DELETE /api/shedlabor/delete/:id': id,
};

async function makeFields(world: World) {
  const { id: baseStyle } = (await world.db('base_styles').first('id')) as { id: string };
  return {
    baseStyle,
    width: 10.5,
    length: 16,
    standardBuildBase: 1200,
    standardRoofBase: 800.5,
    standardTrussCount: 9,
    standardPaintHours: 6.5,
    standardDoorCost: 40,
  };
}

async function makeModel(world: World): Promise<string> {
  const office = world.ctx('office.admin');
  const { item } = await createShedCategory(office, { name: makeUnique('Labor category') });
  return (await createModel(office, { name: makeUnique('Labor model'), code: 'L', shedCategory: item._id })).item._id;
}

async function makeLabor(world: World): Promise<string> {
  const labor = { model: await makeModel(world), ...(await makeFields(world)) };
  return (await createLabor(world.ctx('office.admin'), labor)).item._id;
}

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'shed-labor', values });

export const examples: Examples = {
  'POST /api/shedlabor': async (world) => office({ model: await makeModel(world), ...(await makeFields(world)) }),
  'PUT /api/shedlabor/buildbase/calc': () => ({ as: 'office.admin', values: {} }),
  'PUT /api/shedlabor/update/:id': async (world) =>
    office({ id: await makeLabor(world), revision: 1, ...(await makeFields(world)), standardBuildBase: 1300 }),
  'PUT /api/shedlabor/shop/update/:id': async (world, side = 'home') => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    entity: 'shed-labor',
    values: { id: await makeLabor(world), revision: 0, buildBase: 1100, roofBase: 800.5, trussCount: 9, paintHours: 7 },
  }),
  'DELETE /api/shedlabor/delete/:id': async (world) => office({ id: await makeLabor(world) }),
};
