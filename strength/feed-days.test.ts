import { test } from 'vitest';
import { simulateDays } from '../src/domain/testing/feed-days/simulate.js';
import { expectSoundDays } from '../src/domain/testing/feed-days/sound-days.js';
import { useWorld } from '../src/domain/testing/world.js';

const world = useWorld();
const { DAYS = '60', ORDERS = '5000', SEED = 'two months' } = process.env;

test(`after ${DAYS} days of bad answers each of ${ORDERS} orders is stored once, with the values of its last row`, async () => {
  const days = await simulateDays(world, { days: Number(DAYS), orders: Number(ORDERS), seed: SEED });
  await expectSoundDays(world, days);
});
