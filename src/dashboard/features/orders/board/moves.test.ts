import { expect, test } from 'vitest';
import { getMoves } from './moves.js';

const shop = { _id: '0', name: 'North' };
const now = new Date('2026-11-18T15:00:00Z');
const long = '2026-11-18T13:59:59Z';

test('a shop moves orders only along its menu', () => {
  const targets = (status: Parameters<typeof getMoves>[0]['status']) =>
    getMoves({ status, shop, openAlerts: 0, statusSince: long }, 'Builder', now).map(({ to }) => to);
  expect(targets('InQueue')).toEqual(['Building', 'On Hold']);
  expect(targets('On Hold')).toEqual(['InQueue', 'Building']);
  expect(targets('Building')).toEqual(['Finished']);
  expect(targets('Finished')).toEqual([]);
});

test('the office moves anywhere, unless alerts are open', () => {
  expect(getMoves({ status: 'Finished', shop, openAlerts: 0, statusSince: long }, 'Office User', now)).toEqual([
    { to: 'InQueue', why: null },
    { to: 'Building', why: null },
    { to: 'On Hold', why: null },
  ]);
  expect(getMoves({ status: 'InQueue', shop, openAlerts: 2, statusSince: long }, 'Office User', now)[0]).toEqual({
    to: 'Building',
    why: '2 alerts are not accepted',
  });
});

test('a shop undoes a mistake within the hour', () => {
  const targets = (status: Parameters<typeof getMoves>[0]['status']) =>
    getMoves({ status, shop, openAlerts: 0, statusSince: '2026-11-18T14:00:00Z' }, 'Builder', now);
  expect(targets('Building')).toEqual([
    { to: 'InQueue', why: null },
    { to: 'Finished', why: null },
  ]);
  expect(targets('Finished')).toEqual([{ to: 'Building', why: null }]);
});
