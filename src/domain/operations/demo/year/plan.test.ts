import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { readCompanyFile } from '../company-file.js';
import { packageFolder } from '../../../../package.js';
import { makeDice } from './dice.js';
import { planDemoOrders } from './plan.js';
import { crews } from './staff.js';

const company = readCompanyFile(
  JSON.parse(readFileSync(new URL('fixtures/demo-company.json', packageFolder), 'utf8')) as unknown,
);
const plan = (day: string, months = 12, count = 396) => {
  const last = DateTime.fromISO(day, { zone: 'America/Chicago' });
  return planDemoOrders(company, makeDice(`demo ${day}`), { first: last.minus({ months }), last, count });
};

describe('the orders of the demo', () => {
  const last = DateTime.fromISO('2026-11-23', { zone: 'America/Chicago' });
  const orders = plan('2026-11-23');

  test('are the same for the same day, and different for another day', () => {
    const toWritten = (day: string) =>
      plan(day, 1, 33).map(({ row, builder, times }) => JSON.stringify([row, builder, ...times]));
    expect(toWritten('2026-11-23')).toEqual(toWritten('2026-11-23'));
    expect(toWritten('2026-11-24')).not.toEqual(toWritten('2026-11-23'));
  });

  test('are sold over the whole year, never on a Sunday, and more in spring than in winter', () => {
    const regular = orders.filter(({ isOpen }) => !isOpen);
    expect(regular.every(({ ordered }) => ordered.weekday !== 7 && ordered < last)).toBe(true);
    const countSold = (month: number) => regular.filter(({ ordered }) => ordered.month === month).length;
    for (const month of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      expect(countSold(month), `month ${month}`).toBeGreaterThan(8);
    expect(countSold(4) + countSold(5)).toBeGreaterThan(countSold(12) + countSold(1));
  });

  test('happen in order, and what waits at the end has happened before the last day', () => {
    for (const { times, isWaiting } of orders) {
      const moments = [...times.values()].map((at) => at.toMillis());
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      if (isWaiting) expect(Math.max(...moments)).toBeLessThanOrEqual(last.plus({ days: 1 }).toMillis());
    }
  });

  test.each(crews)('leave some orders at every step for $shop', (crew) => {
    const steps = orders
      .filter((order) => order.crew === crew && order.isWaiting)
      .map(({ times }) => [...times.keys()].at(-1));
    for (const step of ['pushed', 'held', 'started', 'finished', 'invoiced', 'denied', 'adjusted', 'approved'])
      expect(steps).toContain(step);
  });

  test('raise alerts of several kinds on the last morning', () => {
    const openRows = orders.filter(({ isOpen }) => isOpen).map(({ row }) => row);
    const addOnNames = openRows.map((row) => JSON.stringify(row['buildingAddons']).match(/Loft 4ft|Ramp 6ft/)?.[0]);
    expect(addOnNames.filter((name) => name === 'Loft 4ft').length).toBeGreaterThan(1);
    expect(openRows.some((row) => row['shopName'] === null)).toBe(true);
    expect(openRows.some((row) => row['buildingRoofColor'] === null)).toBe(true);
  });

  test('can be planned for any day and length', () => {
    for (const day of ['2026-01-01', '2027-03-14', '2028-02-29']) expect(plan(day, 1, 33)).toHaveLength(33);
  });
});
