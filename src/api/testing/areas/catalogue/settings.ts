import { clearValues } from '../../../../domain/purchasing/inventory/clear.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';
import { makeShop } from '../company/shops.js';

const colors = { roofColors: 'catalogue', sidingColors: 'catalogue', trimColors: 'catalogue' } as const;

export const references: References = {
  'POST /api/company': colors,
  'PUT /api/company/update/:id': { id: 'catalogue', ...colors },
  'DELETE /api/company/delete/:id': { id: 'catalogue' },
  'PUT /api/settings/update/:id': { id: 'catalogue' },
  'PUT /api/settings/repairitems/:id': { id: 'catalogue', repair: 'catalogue', driver: 'catalogue' },
  'GET /api/settings/delete/inventorylabor': { shop: 'shop' },
  'POST /api/settings/delete/inventorylabor': { shop: 'shop' },
  'POST /api/settings/cleared/:id/restore': { id: 'catalogue' },
};

const office = (entity: string, values: Example['values']): Example => ({ as: 'office.admin', entity, values });

async function findCompanyId(world: World): Promise<string> {
  return ((await world.db('companies').first('id')) as { id: string }).id;
}

let cents = 0;
/** Nine amounts that no earlier call used. */
const figures = () => {
  cents += 1;
  return {
    overheadPercentCompany: 5.5,
    overheadPercentShop: 5,
    dealerCommissionPercent: 10,
    salesRepCommissionPercent: 2.5,
    lotToCustomerPercent: 60,
    shopToLotPercent: 40,
    fourteenWideEscort: 150,
    sixteenWideEscort: 275,
    fuelSurcharge: 35 + cents / 100,
  };
};

const clearing = async (world: World): Promise<Example> =>
  office('settings', { confirm: 'delete', shop: await makeShop(world) });

export const examples: Examples = {
  'POST /api/company': () => ({ ...office('company', { name: 'A Second One' }), refusal: 'company-exists' }),
  'PUT /api/company/update/:id': async (world) =>
    office('company', {
      id: await findCompanyId(world),
      streetAddress: makeUnique('Main Street'),
      trimColors: [{ color: 'White' }, { color: 'Navy' }],
    }),
  'DELETE /api/company/delete/:id': async (world) => ({
    ...office('company', { id: await findCompanyId(world) }),
    refusal: 'in-use',
  }),
  'POST /api/settings': () => office('company', figures()),
  'PUT /api/settings/update/:id': async (world) => office('company', { id: await findCompanyId(world), ...figures() }),
  'PUT /api/settings/repairitems/:id': async (world) => {
    const categories = (await world.db('item_categories').orderBy('id').pluck('id')) as string[];
    return office('company', { id: await findCompanyId(world), repair: categories, driver: categories });
  },
  'GET /api/settings/delete/inventorylabor': clearing,
  'POST /api/settings/delete/inventorylabor': clearing,
  'POST /api/settings/cleared/:id/restore': async (world) => {
    const shop = await makeShop(world);
    return office('settings', { id: (await clearValues(world.ctx('office.admin'), { confirm: 'delete', shop }))._id });
  },
};
