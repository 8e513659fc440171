import { createAddOnCategory, createAddOnParent } from '../../../../domain/catalogue/addons/categories.js';
import { createAddOn } from '../../../../domain/catalogue/addons/service.js';
import { otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;
const list = { id: 'catalogue', shop: 'shop' } as const;
const addOn = { addOnLabor: 'catalogue', category: 'catalogue', standardItems: 'catalogue' } as const;

export const references: References = {
  'GET /api/addon-parent-category': { shop: 'shop' },
  'POST /api/addon-parent-category/copy/': { existingAddonParentCategory: 'catalogue' },
  'PUT /api/addon-parent-category/update/:id': id,
  'DELETE /api/addon-parent-category/delete/:id': id,
  'GET /api/addon/category/all': { shop: 'shop' },
  'GET /api/addon/category/:id': id,
  'POST /api/addon/category/': { addonParentCategory: 'catalogue' },
  'PUT /api/addon/category/update/:id': { ...id, addonParentCategory: 'catalogue' },
  'DELETE /api/addon/category/delete/:id': id,
  'GET /api/addon/one/:id': { id: 'addOn', shop: 'shop' },
  'GET /api/addon/steeper/pitch/:id': list,
  'GET /api/addon/parent-category/:id': list,
  'GET /api/addon/shedcategory/:id': list,
  'GET /api/addon/shop/pricecost/:id': list,
  'GET /api/addon/:id': list,
  'POST /api/addon/': addOn,
  'POST /api/addon/copy/:id': id,
  'POST /api/addon/categories/all/:id': id,
  'PUT /api/addon/update/:id': { ...id, ...addOn },
  'PUT /api/addon/shop/update/:id': { ...id, items: 'catalogue' },
  'PUT /api/addon/company/update/:id': { ...id, shop: 'shop', items: 'catalogue' },
  'DELETE /api/addon/delete/:id': id,
};

async function makeParent(world: World): Promise<string> {
  return (await createAddOnParent(world.ctx('office.admin'), { name: makeUnique('Parent'), newBuild: true })).item._id;
}

async function makeCategory(world: World): Promise<string> {
  const addonParentCategory = await makeParent(world);
  return (await createAddOnCategory(world.ctx('office.admin'), { name: makeUnique('Add-ons'), addonParentCategory }))
    .item._id;
}

const makeFields = async (world: World) => ({
  name: makeUnique('Add-on'),
  type: 'piece' as const,
  retailPrice: 120.5,
  shopPercent: 75,
  category: await makeCategory(world),
});

async function makeAddOn(world: World): Promise<string> {
  return (await createAddOn(world.ctx('office.admin'), await makeFields(world))).item._id;
}

const items = async (world: World) => [
  { item: ((await world.db('items').first('id')) as { id: string }).id, quantity: 2, description: 'front' },
];
const office = (entity: string, values: Example['values']): Example => ({ as: 'office.admin', entity, values });

export const examples: Examples = {
  'POST /api/addon-parent-category/': () =>
    office('addon-parent-category', { name: makeUnique('Parent'), newBuild: true, offLot: false }),
  'POST /api/addon-parent-category/copy/': async (world) =>
    office('addon-parent-category', {
      name: makeUnique('Parent'),
      existingAddonParentCategory: await makeParent(world),
      categoryNameSuffix: 'II',
    }),
  'PUT /api/addon-parent-category/update/:id': async (world) =>
    office('addon-parent-category', {
      id: await makeParent(world),
      revision: 1,
      name: makeUnique('Parent'),
      offLot: true,
    }),
  'DELETE /api/addon-parent-category/delete/:id': async (world) =>
    office('addon-parent-category', { id: await makeParent(world) }),
  'POST /api/addon/category/': async (world) =>
    office('addon-category', { name: makeUnique('Add-ons'), addonParentCategory: await makeParent(world) }),
  'PUT /api/addon/category/update/:id': async (world) =>
    office('addon-category', {
      id: await makeCategory(world),
      revision: 1,
      name: makeUnique('Add-ons'),
      addonParentCategory: await makeParent(world),
    }),
  'DELETE /api/addon/category/delete/:id': async (world) => office('addon-category', { id: await makeCategory(world) }),
  'POST /api/addon/': async (world) =>
    office('add-on', { ...(await makeFields(world)), standardItems: await items(world) }),
  'POST /api/addon/copy/:id': async (world) =>
    office('add-on', { id: await makeAddOn(world), name: makeUnique('Add-on') }),
  'POST /api/addon/categories/all/:id': async (world) => office('add-on', { id: await makeAddOn(world) }),
  'PUT /api/addon/update/:id': async (world) =>
    office('add-on', { id: await makeAddOn(world), revision: 1, ...(await makeFields(world)) }),
  'PUT /api/addon/shop/update/:id': async (world, side = 'home') => ({
    as: side === 'home' ? 'shop.admin' : 'other.shop',
    entity: 'add-on',
    values: { id: await makeAddOn(world), items: await items(world) },
  }),
  'PUT /api/addon/company/update/:id': async (world) =>
    office('add-on', {
      id: await makeAddOn(world),
      shop: await world.findShopId(otherShop),
      items: await items(world),
    }),
  'DELETE /api/addon/delete/:id': async (world) => office('add-on', { id: await makeAddOn(world) }),
};
