import { test } from 'vitest';
import { simulateDays } from '../../../testing/feed-days/simulate.js';
import { expectSoundDays } from '../../../testing/feed-days/sound-days.js';
import { useWorld } from '../../../testing/world.js';

const world = useWorld();

test('after days of bad answers, each order exists once and matches its last row', async () => {
  await expectSoundDays(world, await simulateDays(world, { days: 5, orders: 50, seed: 'a week' }));
});
