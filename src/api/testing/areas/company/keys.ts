import { createKey } from '../../../../domain/company/keys/service.js';
import { homeShop, type World } from '../../../../domain/testing/world.js';
import { clerks, type Side } from '../../side.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'GET /api/keys/:id': { id: 'apiKey' },
  'POST /api/keys': { shop: 'shop' },
  'PUT /api/keys/update/:id': { id: 'apiKey' },
  'POST /api/keys/:id/rotate': { id: 'apiKey' },
  'POST /api/keys/:id/revoke': { id: 'apiKey' },
};

const values = () => ({
  name: makeUnique('Key'),
  scopes: ['orders.read' as const],
  networks: ['192.0.2.0/24'],
  rate: 120,
  expiresAt: '2099-01-31T00:00:00Z',
});

const makeKey = async (world: World, side: Side): Promise<string> =>
  (await createKey(world.ctx(clerks[side]), values())).item._id;

export const records: Makers = { apiKey: makeKey };

const exampleOfOne = (more: () => object = () => ({})): Examples[string] => {
  return async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'key',
    values: { id: await makeKey(world, side), ...more() },
  });
};

export const examples: Examples = {
  'POST /api/keys': async (world, side) =>
    side
      ? { as: clerks[side], entity: 'key', values: values() }
      : {
          as: 'office.admin',
          entity: 'key',
          values: { ...values(), shop: await world.findShopId(homeShop), readOnly: true },
        },
  'PUT /api/keys/update/:id': exampleOfOne(() => ({ ...values(), revision: 1, readOnly: true })),
  'POST /api/keys/:id/rotate': exampleOfOne(() => ({ overlapHours: 48 })),
  'POST /api/keys/:id/revoke': exampleOfOne(),
};

export const commands: Commands = {
  'keys add': () => [makeUnique('Key'), '--scope', 'orders.read', '--expires', '90d'],
  'keys change': async (world) => [await makeKey(world, 'home'), '--rate', '30'],
  'keys list': () => [],
  'keys scopes': () => [],
  'keys show': async (world) => [await makeKey(world, 'home')],
  'keys rotate': async (world) => [await makeKey(world, 'home'), '--overlap', '1'],
  'keys revoke': async (world) => [await makeKey(world, 'home')],
};
