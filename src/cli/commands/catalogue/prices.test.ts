import { expect, test } from 'vitest';
import { getOrder } from '../../../domain/orders/service.js';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerPrices } from './prices.js';

const world = useWorld();

test('reprice --quiet says which order was refused, and why', async () => {
  const id = await world.createPushedOrder('InQueue');
  const { serialNumber } = await getOrder(world.ctx('office.user'), { id });
  await world.db('orders').where({ id }).update({ model_id: null, model_name: 'Retired Cabin', shed_id: null }); // as its deletion leaves it
  const { code, out, notes } = await runCommand(
    world.url,
    registerPrices,
    ...['prices', 'reprice', '--shop', homeShop, '--quiet'],
  );
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(notes).toContain(`${serialNumber}: Model "Retired Cabin" not found in Painted.\n`);
});
