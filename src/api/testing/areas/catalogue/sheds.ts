import { createShedCategory } from '../../../../domain/catalogue/sheds/categories.js';
import { createModel } from '../../../../domain/catalogue/sheds/models.js';
import { createShed } from '../../../../domain/catalogue/sheds/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;
const parts = { components: 'catalogue', standardAddOns: 'catalogue', baseStyle: 'catalogue' } as const;

export const references: References = {
  'GET /api/shed/category/one/:id': { id: 'shedCategory' },
  'POST /api/shed/category/': { addonParentCategories: 'catalogue' },
  'POST /api/shed/category/copy-shed-category/': {
    existingCategoryId: 'catalogue',
    addonParentCategories: 'catalogue',
  },
  'PUT /api/shed/category/update/:id': { ...id, addonParentCategories: 'catalogue' },
  'DELETE /api/shed/category/delete/:id': id,
  'GET /api/shed/category/:id': id,
  'GET /api/shed/model/one/:id': id,
  'GET /api/shed/model/:id': id,
  'POST /api/shed/model/': { shedCategory: 'catalogue', standardAddOns: 'catalogue' },
  'POST /api/shed/model/copy/:id': { ...id, shedCategory: 'catalogue' },
  'PUT /api/shed/model/update/:id': { ...id, standardAddOns: 'catalogue' },
  'DELETE /api/shed/model/delete/:id': id,
  'GET /api/shed/one/:id': { id: 'shed' },
  'GET /api/shed/parts/:id': id,
  'GET /api/shed/pricechange/:id': id,
  'GET /api/shed/:category/:shop/:model': { shop: 'shop', category: 'word', model: 'word' },
  'POST /api/shed': { model: 'catalogue', ...parts },
  'PUT /api/shed/update/retailprices': {
    sheds: 'catalogue',
    shop: 'shop',
    shops: 'shop',
    category: 'catalogue',
    model: 'catalogue',
  },
  'PUT /api/shed/update/:id': { ...id, ...parts },
  'PUT /api/shed/allmodels/update/:id': { ...id, components: 'catalogue', standardAddOns: 'catalogue' },
  'DELETE /api/shed/delete/:id': id,
};

async function makeCategory(world: World): Promise<string> {
  return (await createShedCategory(world.ctx('office.admin'), { name: makeUnique('Category') })).item._id;
}

async function makeModel(world: World): Promise<string> {
  const shedCategory = await makeCategory(world);
  return (await createModel(world.ctx('office.admin'), { name: makeUnique('Model'), code: 'M', shedCategory })).item
    ._id;
}

async function size(world: World) {
  const { id: baseStyle } = (await world.db('base_styles').first('id')) as { id: string };
  return { baseStyle, width: 10.5, length: 16, retailPrice: 4999.99 };
}

async function makeShed(world: World): Promise<string> {
  const shed = { model: await makeModel(world), ...(await size(world)) };
  return (await createShed(world.ctx('office.admin'), shed)).item._id;
}

/** A shed without parts, and parts that can be added to it. */
async function makeParts(world: World) {
  const { component, shedCategory } = (await world
    .db('components')
    .orderBy('id')
    .first({ component: 'id', shedCategory: 'shed_category_id' })) as { component: string; shedCategory: string };
  const ctx = world.ctx('office.admin');
  const model = (await createModel(ctx, { name: makeUnique('Model'), code: 'M', shedCategory })).item._id;
  const id = (await createShed(ctx, { model, ...(await size(world)) })).item._id;
  return { id, components: [{ component, quantity: 2 }], standardAddOns: [] };
}

const office = (entity: string, values: Example['values']): Example => ({ as: 'office.admin', entity, values });

export const examples: Examples = {
  'POST /api/shed/category/': () =>
    office('shed-category', { name: makeUnique('Category'), addonParentCategories: [] }),
  'POST /api/shed/category/copy-shed-category/': async (world) =>
    office('shed-category', {
      existingCategoryId: await makeCategory(world),
      newCategoryName: makeUnique('Category'),
      codePrefix: 'X',
      modelSuffix: 'Copy',
    }),
  'PUT /api/shed/category/update/:id': async (world) =>
    office('shed-category', { id: await makeCategory(world), revision: 1, name: makeUnique('Category') }),
  'DELETE /api/shed/category/delete/:id': async (world) => office('shed-category', { id: await makeCategory(world) }),
  'POST /api/shed/model/': async (world) =>
    office('shed-model', { name: makeUnique('Model'), code: 'M', shedCategory: await makeCategory(world) }),
  'POST /api/shed/model/copy/:id': async (world) =>
    office('shed-model', { id: await makeModel(world), name: makeUnique('Model'), code: 'C' }),
  'PUT /api/shed/model/update/:id': async (world) =>
    office('shed-model', { id: await makeModel(world), revision: 1, name: makeUnique('Model'), code: 'N' }),
  'DELETE /api/shed/model/delete/:id': async (world) => office('shed-model', { id: await makeModel(world) }),
  'POST /api/shed': async (world) => office('shed', { model: await makeModel(world), ...(await size(world)) }),
  'PUT /api/shed/update/retailprices': async (world) =>
    office('shed', { sheds: [{ _id: await makeShed(world), retailPrice: 5250.5 }] }),
  'PUT /api/shed/update/:id': async (world) =>
    office('shed', { id: await makeShed(world), revision: 1, ...(await size(world)), retailPrice: 5100 }),
  'PUT /api/shed/allmodels/update/:id': async (world) => office('shed', { ...(await makeParts(world)), revision: 1 }),
  'DELETE /api/shed/delete/:id': async (world) => office('shed', { id: await makeShed(world) }),
};
