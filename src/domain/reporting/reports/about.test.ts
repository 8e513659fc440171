import { expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import type { ActorCtx } from '../../kernel/context.js';
import { readSelectionLines } from './orders/selection-lines.js';
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

test('names what selects the orders behind one figure', async () => {
  const item = (await world.db('items').orderBy('id').first('id', 'name')) as { id: string; name: string };
  const model = (await world.db('shed_models').orderBy('id').first('id', 'name')) as { id: string; name: string };
  const lines = (selection: object) => readSelectionLines(world.ctx('office.user') as ActorCtx, selection);
  expect(await lines({ item: item.id, model: model.id, width: 10, length: 16, cost: 'unknown' })).toEqual([
    { label: 'Item', value: item.name },
    { label: 'Model', value: model.name },
    { label: 'Size', value: '10 × 16' },
    { label: 'Cost', value: 'unknown' },
  ]);
  expect(await lines({ model: 'Cabin of a feed', item: null })).toEqual([{ label: 'Model', value: 'Cabin of a feed' }]);
});
