import { createAddOnLabor } from '../../../../domain/catalogue/addon-labor/service.js';
import { createAddOnCategory, createAddOnParent } from '../../../../domain/catalogue/addons/categories.js';
import { otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { unique } from '../../unique.js';

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

async function newCategory(world: World): Promise<string> {
  const office = world.ctx('office.admin');
  const { item: parent } = await createAddOnParent(office, { name: unique('Parent'), newBuild: true });
  return (await createAddOnCategory(office, { name: unique('Add-ons'), addonParentCategory: parent._id })).item._id;
}

const fields = async (world: World, category?: string) => ({
  name: unique('Labor'),
  standardLaborType: 'sqft' as const,
  standardLaborTotal: 1.2345,
  category: category ?? (await newCategory(world)),
});

const newLabor = async (world: World, category?: string): Promise<string> =>
  (await createAddOnLabor(world.ctx('office.admin'), await fields(world, category))).item._id;

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'addon-labor', values });

export const examples: Examples = {
  'POST /api/addonlabor/': async (world) => office(await fields(world)),
  'POST /api/addonlabor/copy': async (world) => {
    const from = await newCategory(world);
    await newLabor(world, from);
    return office({ from, to: [await newCategory(world)] });
  },
  'PUT /api/addonlabor/update/:id': async (world) =>
    office({
      id: await newLabor(world),
      revision: 1,
      name: unique('Labor'),
      standardLaborType: 'piece',
      standardLaborTotal: 35,
    }),
  'PUT /api/addonlabor/shop/update/:id': async (world, side) => {
    const values = { id: await newLabor(world), laborType: 'linearFt', laborTotal: 2.5 };
    if (!side) return office({ ...values, shop: await world.shopId(otherShop) });
    return { as: side === 'home' ? 'shop.admin' : 'other.shop', entity: 'addon-labor', values };
  },
  'DELETE /api/addonlabor/delete/:id': async (world) => office({ id: await newLabor(world) }),
};
