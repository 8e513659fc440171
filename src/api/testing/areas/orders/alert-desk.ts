import { chooseForAlerts } from '../../../../domain/orders/intake/desk/choose.js';
import { listRememberedChoices } from '../../../../domain/orders/intake/desk/remembered.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Area } from '../../kinds.js';
import { makeUnique } from '../../unique.js';
import { readSampleRows } from '../../../../domain/imports/feed/testing/feed-rows.js';

const [row] = readSampleRows();

/** A choice for an add-on of a New order that the catalogue lacks. */
async function unknownAddOn(world: World) {
  const name = makeUnique('Unknown add-on');
  await world.createOrders([
    { ...row, id: name, serialNumber: name, buildingAddons: [{ name, price: '10.00', quantity: 1 }] },
  ]);
  const { id: choice } = (await world.db('add_ons').where({ name: 'Workbench' }).first('id')) as { id: string };
  const words = name.toLowerCase().replaceAll(' ', '');
  return { name, values: { kind: 'add-on', words, choice, remember: true } as const };
}

async function rememberChoice(world: World): Promise<string> {
  const { name, values } = await unknownAddOn(world);
  await chooseForAlerts(world.ctx('office.user'), values);
  const { items } = await listRememberedChoices(world.ctx('office.user'), { search: name });
  return items[0]?._id ?? '';
}

export const references: Area['references'] = {
  'POST /api/orders/alerts/choose': { ids: 'order', choice: 'catalogue' },
  'DELETE /api/orders/choices/:id': { id: 'matchingChoice' },
};

export const examples: Area['examples'] = {
  'POST /api/orders/alerts/choose': async (world) => ({
    as: 'office.user',
    entity: 'order',
    values: (await unknownAddOn(world)).values,
  }),
  'DELETE /api/orders/choices/:id': async (world) => ({
    as: 'office.user',
    entity: 'matching-choice',
    values: { id: await rememberChoice(world) },
  }),
};

export const sharedRecords: Area['sharedRecords'] = { matchingChoice: rememberChoice };
