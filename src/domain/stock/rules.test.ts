import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDifference, computeDemand, orderAmount, type Position } from './rules.js';

const nothing: Position = {
  needed: 0,
  current: 0,
  received: 0,
  onOrder: 0,
  drafted: 0,
  orderPointWarning: null,
  orderPointCritical: null,
  fullPoint: null,
  type: 'linearFt',
  pack: null,
};

describe('the quantity to order', () => {
  test.each([
    ['nothing while nothing is needed', {}, { left: 0, short: 0, suggested: 0 }],
    ['what is short', { needed: 12.5, current: 4, onOrder: 2 }, { left: -6.5, short: 6.5, suggested: 6.5 }],
    ['nothing while enough is on its way', { needed: 5, received: 3, onOrder: 2 }, { left: 0, short: 0, suggested: 0 }],
    ['what fell below zero too', { needed: 2, current: -3 }, { left: -5, short: 5, suggested: 5 }],
    ['up to the full point below the warning', { current: 9, orderPointWarning: 10, fullPoint: 40 }, { suggested: 31 }],
    ['up to it below the critical point', { current: 4, orderPointCritical: 5, fullPoint: 40 }, { suggested: 36 }],
    ['nothing at the order point', { current: 10, orderPointWarning: 10, fullPoint: 40 }, { suggested: 0 }],
    ['for orders and full point', { needed: 8, current: 9, orderPointWarning: 10, fullPoint: 40 }, { suggested: 39 }],
    ['up to the order point without a full one', { current: 4, orderPointWarning: 10 }, { suggested: 6 }],
    ['what no draft says', { needed: 10, drafted: 4 }, { left: -10, short: 10, suggested: 6 }],
    ['nothing that drafts say', { needed: 10, drafted: 12 }, { short: 10, suggested: 0 }],
    ['hundredths of what is measured, up', { needed: 0.1234 }, { short: 0.1234, suggested: 0.13 }],
    ['whole pieces', { needed: 12.0001, type: 'piece' }, { short: 12.0001, suggested: 13 }],
    ['whole sheets', { needed: 4, current: 0.5, type: 'sheet' }, { suggested: 4 }],
    ['whole packs', { needed: 51, type: 'piece', pack: 25 }, { suggested: 75 }],
    ['whole packs of what is measured', { needed: 16.1, pack: 16 }, { suggested: 32 }],
    ['exactly full packs', { needed: 50, pack: 25 }, { suggested: 50 }],
    ['no pack when nothing is missing', { needed: 5, current: 5, pack: 25 }, { suggested: 0 }],
    ['packs besides the drafts', { needed: 60, drafted: 25, pack: 25 }, { suggested: 50 }],
  ] as const)('%s', (_, position, expected) => {
    expect(computeDemand({ ...nothing, ...position })).toMatchObject(expected);
  });

  const amount = fc.integer({ min: 0, max: 50_000_000 }).map((n) => n / 1e4);
  const point = fc.option(amount);
  const positions = fc.record<Position>({
    needed: amount,
    current: fc.integer({ min: -50_000_000, max: 50_000_000 }).map((n) => n / 1e4),
    received: amount,
    onOrder: amount,
    drafted: amount,
    orderPointWarning: point,
    orderPointCritical: point,
    fullPoint: point,
    type: fc.constantFrom('piece', 'linearFt'),
    pack: fc.option(fc.integer({ min: 1, max: 5_000_000 }).map((n) => n / 1e4)),
  });
  const getOrderPoint = (p: Position) => Math.max(0, p.orderPointWarning ?? 0, p.orderPointCritical ?? 0);
  const tolerance = 1e-9;

  test('covers every order, reaches the order point and, if anything is ordered, the full point', () => {
    fc.assert(
      fc.property(positions, (p) => {
        const { suggested } = computeDemand(p);
        const after = computeDemand({ ...p, onOrder: p.onOrder + p.drafted + suggested, drafted: 0 });
        expect(after.short).toBe(0);
        expect(after.left).toBeGreaterThanOrEqual(getOrderPoint(p) - tolerance);
        if (suggested > 0) expect(after.left).toBeGreaterThanOrEqual((p.fullPoint ?? 0) - tolerance);
        expect(after.suggested).toBe(0);
      }),
    );
  });

  test('plus the drafts covers the shortage, and exceeds the points by less than one step', () => {
    fc.assert(
      fc.property(positions, (p) => {
        const { left, short, suggested } = computeDemand(p);
        expect(suggested + p.drafted).toBeGreaterThanOrEqual(short - tolerance);
        const most = Math.max(getOrderPoint(p), p.fullPoint ?? 0) - left - p.drafted;
        const step = p.pack ?? (p.type === 'piece' ? 1 : 0.01);
        expect(suggested).toBeLessThan(Math.max(0, most) + step + tolerance);
        expect(Math.abs(suggested / step - Math.round(suggested / step))).toBeLessThan(1e-6);
      }),
    );
  });

  test('never gets smaller when the need grows', () => {
    fc.assert(
      fc.property(positions, amount, (p, more) => {
        const totalNeeded = p.needed + more;
        expect(computeDemand({ ...p, needed: totalNeeded }).suggested).toBeGreaterThanOrEqual(
          computeDemand(p).suggested,
        );
      }),
    );
  });
});

test('an order costs quantity × price, half a cent away from zero', () => {
  expect([orderAmount(1, 1.005), orderAmount(2.5, 3.6675), orderAmount(0, 9)]).toEqual([101, 917, 0]);
});

test('a count is valued at its difference × unit cost, losses negative, to the cent', () => {
  expect(countDifference(10, 12.5, 3.6675)).toEqual({ quantity: 2.5, value: 917 });
  expect(countDifference(-2, 0, 1.5)).toEqual({ quantity: 2, value: 300 });
  expect(countDifference(7.1, 7, 0.05)).toEqual({ quantity: -0.1, value: -1 });
});
