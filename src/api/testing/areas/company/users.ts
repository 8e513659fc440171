import { createShopUser, deactivateUser } from '../../../../domain/company/users/service.js';
import { homeShop, type World } from '../../../../domain/testing/world.js';
import type { Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'GET /api/users': { shop: 'shop' },
  'GET /api/users/:id': { id: 'builder' },
  'POST /api/users/shop/add': { shop: 'shop' },
  'PUT /api/users/update/:id': { id: 'builder', shop: 'shop' },
  'PUT /api/users/activate/:id': { id: 'builder' },
  'PUT /api/users/password/:id': { id: 'builder' },
  'DELETE /api/users/delete/:id': { id: 'builder' },
};

const address = (): string => `${makeUnique('user').replaceAll(' ', '.')}@demo.test`;
const person = () => ({ name: 'Pat Long', email: address(), password: 'only-for-this-test' });

async function makeUser(world: World): Promise<string> {
  const shop = await world.findShopId(homeShop);
  return (await createShopUser(world.ctx('office.admin'), { ...person(), role: 'Shop User', shop })).item._id;
}

async function formerUser(world: World): Promise<string> {
  return (await deactivateUser(world.ctx('office.admin'), { id: await makeUser(world) })).item._id;
}

export const examples: Examples = {
  'POST /api/users/shop/add': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { ...person(), role: 'Builder', shop: await world.findShopId(homeShop), viewOnly: true },
  }),
  'POST /api/users/company/add': () => ({
    as: 'office.admin',
    entity: 'user',
    values: { ...person(), role: 'Office User', superAdmin: true },
  }),
  'PUT /api/users/update/:id': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: {
      id: await makeUser(world),
      revision: 1,
      name: 'Pat Longer',
      email: address(),
      role: 'Shop Admin',
      viewOnly: true,
      grants: ['logs.view'],
    },
  }),
  'PUT /api/users/activate/:id': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: await formerUser(world) },
  }),
  'PUT /api/users/password/:id': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: await makeUser(world), password: 'another-password' },
  }),
  'DELETE /api/users/delete/:id': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: await makeUser(world) },
  }),
};
