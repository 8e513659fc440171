import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, References } from '../../kinds.js';

const orders = { orders: 'order' } as const;

export const references: References = {
  'POST /api/customer/find': { customer: 'word' },
  'POST /api/customer/export': orders,
  'POST /api/customer/erasure': orders,
  'POST /api/customer/erase': orders,
};

const office = async (world: World, more: object = {}) => ({
  ...({ as: 'office.admin', entity: 'order' } as const),
  values: { orders: [await world.createPushedOrder('InQueue')], ...more },
});

export const examples: Examples = {
  'POST /api/customer/find': () => ({ as: 'office.admin', values: { customer: 'Ann' } }),
  'POST /api/customer/export': (world) => office(world, { format: 'json' }),
  'POST /api/customer/erasure': async (world) => ({ as: 'office.admin', values: (await office(world)).values }),
  'POST /api/customer/erase': (world) => office(world, { confirm: 'erase' }),
};

const readSerial = async (world: World): Promise<string> => {
  const id = await world.createPushedOrder('InQueue');
  return ((await world.db('orders').where({ id }).first('serial_number')) as { serial_number: string }).serial_number;
};

export const commands: Commands = {
  'customers find': async (world) => [await readSerial(world)],
  'customers export': async (world) => [
    ...[await readSerial(world), '--out'],
    path.join(await mkdtemp(path.join(os.tmpdir(), 'shedworks-customer-')), 'customer.json'),
  ],
  'customers erase': async (world) => [await readSerial(world), '--yes'],
};
