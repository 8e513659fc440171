import { expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { readPeriodLines, getPeriod } from './period.js';

const world = useWorld();

test('the description of a report shows a shop only its own name', async () => {
  const shops = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  const readNames = async (who: 'office.user' | 'shop.user') => {
    const ctx = { ...world.ctx(who), actor: world.actor(who) };
    const about = await readPeriodLines(ctx, { shops }, await getPeriod(ctx, {}, 'last-quarter'));
    return about.find(({ label }) => label === 'Shops')?.value;
  };
  expect(await readNames('office.user')).toBe([homeShop, otherShop].sort().join(', '));
  expect(await readNames('shop.user')).toBe(homeShop);
});
