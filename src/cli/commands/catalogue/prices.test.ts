import { expect, test } from 'vitest';
import { getOrder } from '../../../domain/orders/service.js';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand, runWhole } from '../../testing/run-command.js';
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

test.each([
  ['--percent', '-150', '--percent: must be more than -100'],
  ['--dollars', '-1000000', '--dollars: '],
])('raise %s %s is refused, also as a dry run', async (option, value, note) => {
  const { name } = (await world.db('shed_categories').orderBy('id').first('name')) as { name: string };
  const prices = () => world.db('sheds').orderBy('id').pluck('retail_price');
  const before = await prices();
  for (const more of [[], ['--dry-run']])
    expect(await runWhole(world.url, 'prices', 'raise', '--category', name, option, value, ...more)).toMatchObject({
      code: 2,
      out: '',
      notes: expect.stringContaining(note) as unknown,
    });
  expect(await prices()).toEqual(before);
});
