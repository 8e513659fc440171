import { createComponentCategory } from '../../../../domain/catalogue/components/categories.js';
import { createComponent } from '../../../../domain/catalogue/components/service.js';
import { createShedCategory } from '../../../../domain/catalogue/sheds/categories.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;
const fields = { category: 'catalogue', shedCategory: 'catalogue', standardItems: 'catalogue' } as const;

export const references: References = {
  'GET /api/component/category/': { shedCategory: 'catalogue' },
  'PUT /api/component/category/update/:id': id,
  'DELETE /api/component/category/delete/:id': id,
  'GET /api/component/:category/:shedCategory/:shop': {
    shop: 'shop',
    category: 'word',
    shedCategory: 'word',
  },
  'GET /api/component/:id': { id: 'component' },
  'POST /api/component/': fields,
  'POST /api/component/copy/:id': id,
  'PUT /api/component/update/:id': { ...id, ...fields },
  'PUT /api/component/shop/update/:id': { id: 'component' },
  'PUT /api/component/metalcomponent/:id/:shop': { ...id, shop: 'shop' },
  'PUT /api/component/shedcategorycomponents/:category/:shedCategory': {
    category: 'catalogue',
    shedCategory: 'catalogue',
    shedCategoryIds: 'catalogue',
  },
  'DELETE /api/component/delete/:id': id,
};

async function makeCategory(world: World): Promise<string> {
  return (await createComponentCategory(world.ctx('office.admin'), { name: makeUnique('Category') })).item._id;
}

async function makeShedCategory(world: World): Promise<string> {
  return (await createShedCategory(world.ctx('office.admin'), { name: makeUnique('Shed category') })).item._id;
}

async function makeFields(world: World) {
  const { id: item } = (await world.db('items').orderBy('id').first('id')) as { id: string };
  return {
    name: makeUnique('Component'),
    category: await makeCategory(world),
    shedCategory: await makeShedCategory(world),
    metalPackage: true,
    standardItems: [{ item, description: 'Cut to length', quantity: 2.5 }],
  };
}

async function makeComponent(world: World) {
  return (await createComponent(world.ctx('office.admin'), await makeFields(world))).item;
}

const office = (entity: string, values: Example['values']): Example => ({ as: 'office.admin', entity, values });

export const examples: Examples = {
  'POST /api/component/category/': () => office('component-category', { name: makeUnique('Category'), priority: 3 }),
  'PUT /api/component/category/update/:id': async (world) =>
    office('component-category', {
      id: await makeCategory(world),
      revision: 1,
      name: makeUnique('Category'),
      priority: 4,
    }),
  'DELETE /api/component/category/delete/:id': async (world) =>
    office('component-category', { id: await makeCategory(world) }),
  'POST /api/component/': async (world) => office('component', await makeFields(world)),
  'POST /api/component/copy/:id': async (world) => office('component', { id: (await makeComponent(world))._id }),
  'PUT /api/component/update/:id': async (world) =>
    office('component', { id: (await makeComponent(world))._id, revision: 1, ...(await makeFields(world)) }),
  'PUT /api/component/shop/update/:id': async (world, side) => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    values: { id: (await makeComponent(world))._id },
  }),
  'PUT /api/component/metalcomponent/:id/:shop': async (world, side) =>
    office('component', {
      id: (await makeComponent(world))._id,
      shop: await world.findShopId(side === 'other' ? otherShop : homeShop),
      metalPackage: false,
    }),
  'PUT /api/component/shedcategorycomponents/:category/:shedCategory': async (world) => {
    const { category, shedCategory } = await makeComponent(world);
    return office('component', {
      category: category._id,
      shedCategory: shedCategory._id,
      shedCategoryIds: [await makeShedCategory(world)],
    });
  },
  'DELETE /api/component/delete/:id': async (world) => office('component', { id: (await makeComponent(world))._id }),
};
