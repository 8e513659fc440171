import { expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerInventory } from './inventory.js';

const world = useWorld();
const inventory = (...args: string[]) => runCommand(world.url, registerInventory, 'inventory', ...args);

test.each(['list', 'demand'])('inventory %s shows a shop user only that shop', async (verb) => {
  for (const user of ['shop.user@demo.test', ...(verb === 'list' ? ['builder@demo.test'] : [])]) {
    const own = await inventory(verb, '--as', user, '--json');
    expect(own.code).toBe(0);
    expect(await inventory(verb, '--as', user, '--json', '--shop', homeShop.toUpperCase())).toEqual(own);
    for (const shop of [otherShop, 'Nowhere'])
      expect(await inventory(verb, '--as', user, '--shop', shop)).toMatchObject({
        ...{ code: 2, out: '' },
        notes: `--shop: "${shop}" is not the shop of the acting user\n`,
      });
  }
  expect(await inventory(verb, '--as', 'office.user@demo.test')).toMatchObject({ code: 2, notes: 'add --shop\n' });
});
