import { expect, test } from 'vitest';
import { movesOf } from './moves.js';

const shop = { _id: '0', name: 'North' };

test('a shop moves along its menu only', () => {
  const targets = (status: Parameters<typeof movesOf>[0]['status']) =>
    movesOf({ status, shop, openAlerts: 0 }, 'Builder').map(({ to }) => to);
  expect(targets('InQueue')).toEqual(['Building', 'On Hold']);
  expect(targets('On Hold')).toEqual(['InQueue', 'Building']);
  expect(targets('Building')).toEqual(['Finished']);
  expect(targets('Finished')).toEqual([]);
});

test('the office moves anywhere, unless alerts are open', () => {
  expect(movesOf({ status: 'Finished', shop, openAlerts: 0 }, 'Office User')).toEqual([
    { to: 'InQueue', why: null },
    { to: 'Building', why: null },
    { to: 'On Hold', why: null },
  ]);
  expect(movesOf({ status: 'InQueue', shop, openAlerts: 2 }, 'Office User')[0]).toEqual({
    to: 'Building',
    why: '2 alerts are not accepted',
  });
});
