import { createAddOnLabor } from '../../../../domain/catalogue/addon-labor/service.js';
import { createAddOnCategory, createAddOnParent } from '../../../../domain/catalogue/addons/categories.js';
import { otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;

export const references: References = {
  'GET /api/addonlabor/one/:id': { id: 'addOnLabor', shop: 'shop' },
  'GET /api/addonlabor/shop/:id': { id: 'addOnCategory', shop: 'shop' },
  'GET /api/addonlabor/:id': { id: 'addOnLabor' },
  'POST /api/addonlabor/': { category: 'catalogue' },
  'POST /api/addonlabor/copy': { from: 'catalogue', to: 'catalogue' },
  'PUT /api/addonlabor/update/:id': { ...id, category: 'catalogue' },
  'PUT /api/addonlabor/shop/update/:id': { ...id, shop: 'shop' },
  'DELETE /api/addonlabor/delete/:id': id,
};

async function makeCategory(world: World): Promise<string> {
  const office = world.ctx('office.admin');
  const { item: parent } = await createAddOnParent(office, { name: makeUnique('Parent'), newBuild: true });
  return (await createAddOnCategory(office, { name: makeUnique('Add-ons'), addonParentCategory: parent._id })).item._id;
}

const makeFields = async (world: World, category?: string) => ({
  name: makeUnique('Labor'),
  standardLaborType: 'sqft' as const,
  standardLaborTotal: 1.2345,
  category: category ?? (await makeCategory(world)),
});

const makeLabor = async (world: World, category?: string): Promise<string> =>
  (await createAddOnLabor(world.ctx('office.admin'), await makeFields(world, category))).item._id;

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'addon-labor', values });

export const examples: Examples = {
  'POST /api/addonlabor/': async (world) => office(await makeFields(world)),
  'POST /api/addonlabor/copy': async (world) => {
    const from = await makeCategory(world);
    await makeLabor(world, from);
    return office({ from, to: [await makeCategory(world)] });
  },
  'PUT /api/addonlabor/update/:id': async (world) =>
    office({
      id: await makeLabor(world),
      revision: 1,
      name: makeUnique('Labor'),
      standardLaborType: 'piece',
      standardLaborTotal: 35,
    }),
  'PUT /api/addonlabor/shop/update/:id': async (world, side) => {
    const values = { id: await makeLabor(world), laborType: 'linearFt', laborTotal: 2.5 };
    if (!side) return office({ ...values, shop: await world.findShopId(otherShop) });
    return { as: side === 'home' ? 'shop.admin' : 'other.shop', entity: 'addon-labor', values };
  },
  'DELETE /api/addonlabor/delete/:id': async (world) => office({ id: await makeLabor(world) }),
};
