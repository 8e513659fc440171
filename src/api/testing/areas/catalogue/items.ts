import { createItemCategory } from '../../../../domain/catalogue/items/categories.js';
import { metals } from '../../../../domain/company/company/metals.js';
import { createItem } from '../../../../domain/catalogue/items/service.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;

export const references: References = {
  'GET /api/item/names': { shop: 'shop' },
  'GET /api/item/metal': { shop: 'shop' },
  'GET /api/item/one/:id': { id: 'item', shop: 'shop' },
  'GET /api/item/shop/all/:shopId': { shopId: 'shop', category: 'catalogue' },
  'GET /api/item/:categoryId/:shopId': { shopId: 'shop', categoryId: 'word' },
  'POST /api/item/': { category: 'catalogue' },
  'PUT /api/item/update/:id/:param': { id: 'item', param: 'shop', category: 'catalogue' },
  'PUT /api/item/update/costs': { items: 'catalogue' },
  'DELETE /api/item/delete/:id': id,
  'PUT /api/itemcategory/update/:id': id,
  'DELETE /api/itemcategory/delete/:id': id,
  'PUT /api/shop/metal/update/shop/:id': { id: 'shop' },
  'PUT /api/shop/metal/update/standard/:id': { id: 'shop' },
  'PUT /api/company/metal/update/:id': id,
};

async function makeCategory(world: World): Promise<string> {
  return (await createItemCategory(world.ctx('office.admin'), { name: makeUnique('Items') })).item._id;
}

const makeFields = async (world: World) => ({
  name: makeUnique('Item'),
  type: 'piece',
  subTotal: 12.3456,
  freight: 0.5,
  category: await makeCategory(world),
  inventoryItem: true,
});

async function makeItem(world: World): Promise<string> {
  return (await createItem(world.ctx('office.admin'), await makeFields(world))).item._id;
}

async function findCompanyId(world: World): Promise<string> {
  return ((await world.db('companies').first('id')) as { id: string }).id;
}

let cents = 100;
/** Ten prices that no earlier call used. */
const prices = (suffix = '') =>
  Object.fromEntries(metals.map(({ name }) => [name + suffix, (cents += 1) / 100])) as Record<string, number>;

const office = (entity: string, values: Example['values']): Example => ({ as: 'office.admin', entity, values });

export const examples: Examples = {
  'POST /api/item/': async (world) => office('item', await makeFields(world)),
  'PUT /api/item/update/:id/:param': async (world, side) => {
    const id = await makeItem(world);
    const name = makeUnique('Item');
    if (!side)
      return office('item', {
        id,
        param: 'standard',
        revision: 1,
        name,
        type: 'linearFt',
        subTotal: 9,
        discount: true,
      });
    const stock = { quantityOnOrder: 4, quantityInRecieved: 2, quantityInCurrent: 7.5 };
    const points = { orderPointWarning: 10, orderPointCritical: 5, fullPoint: 40 };
    return {
      as: side === 'home' ? 'shop.admin' : 'other.shop',
      entity: 'item',
      values: {
        id,
        param: await world.findShopId(side === 'home' ? homeShop : otherShop),
        name,
        subTotal: 8,
        ...points,
        ...stock,
      },
    };
  },
  'PUT /api/item/update/costs': async (world) =>
    office('item', { items: [{ _id: await makeItem(world), subTotal: 13.0001 }] }),
  'DELETE /api/item/delete/:id': async (world) => office('item', { id: await makeItem(world) }),
  'POST /api/itemcategory/': () => office('item-category', { name: makeUnique('Items') }),
  'PUT /api/itemcategory/update/:id': async (world) =>
    office('item-category', { id: await makeCategory(world), revision: 1, name: makeUnique('Items') }),
  'DELETE /api/itemcategory/delete/:id': async (world) => office('item-category', { id: await makeCategory(world) }),
  'PUT /api/shop/metal/update/shop/:id': async (world, side = 'home') => ({
    as: side === 'home' ? 'shop.admin' : 'other.shop',
    entity: 'shop',
    values: { id: await world.findShopId(side === 'home' ? homeShop : otherShop), ...prices() },
  }),
  'PUT /api/shop/metal/update/standard/:id': async (world) =>
    office('shop', { id: await world.findShopId(otherShop), ...prices('Standard') }),
  'PUT /api/company/metal/update/:id': async (world) =>
    office('company', { id: await findCompanyId(world), ...prices('Standard') }),
};
