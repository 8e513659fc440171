import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permissions } from '../../kernel/rights/permissions.js';
import {
  computeLineAmount,
  deletingNeeds,
  isEditable,
  itemsFor,
  type RatedLine,
  getRepairRate,
  repairTransitions,
  computeTotals,
  withAmounts,
} from './rules.js';
import { repairStatuses, repairTypes } from './status.js';

const rates = fc.integer({ min: 0, max: 999_999_999 });
const quantities = fc.integer({ min: 1, max: 9_999_999 }).map((hundredths) => hundredths / 100);
const lines = fc.array(fc.record({ quantity: quantities, rate: rates, standardRate: rates }), { maxLength: 8 });

describe('amounts (P7)', () => {
  test.each([
    [1, 1250, 1250],
    [2.5, 1001, 2503],
    [0.01, 50, 1],
    [0.01, 49, 0],
    [99_999.99, 999_999_999, 99_999_989_900_000],
    [1.005, 1000, 1005],
  ])('%d × %d cents is %d cents', (quantity, rate, amount) => {
    expect(computeLineAmount(quantity, rate)).toBe(amount);
  });

  test('are within half a cent of the exact product, and round half away from zero', () => {
    fc.assert(
      fc.property(quantities, rates, (quantity, rate) => {
        const exact = BigInt(Math.round(quantity * 100)) * BigInt(rate);
        const off = BigInt(computeLineAmount(quantity, rate)) * 100n - exact;
        expect(off > -50n && off <= 50n).toBe(true);
      }),
    );
  });

  test('one unit costs its rate, and more units never cost less', () => {
    fc.assert(
      fc.property(quantities, quantities, rates, (a, b, rate) => {
        expect(computeLineAmount(1, rate)).toBe(rate);
        expect(computeLineAmount(Math.max(a, b), rate)).toBeGreaterThanOrEqual(computeLineAmount(Math.min(a, b), rate));
      }),
    );
  });

  test('a unit price of four decimals becomes a rate of whole cents', () => {
    expect([12.3449, 12.345, 0, 0.005].map(getRepairRate)).toEqual([1234, 1235, 0, 1]);
  });
});

describe('totals (P7)', () => {
  test('are the sums of the displayed amounts', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const withTotals = some.map(withAmounts);
        const sum = (of: (line: (typeof withTotals)[number]) => number) =>
          withTotals.reduce((total, line) => total + of(line), 0);
        expect(computeTotals(some)).toEqual({
          invoiceTotal: sum(({ amount }) => amount),
          standardInvoiceTotal: sum(({ standardAmount }) => standardAmount),
        });
      }),
    );
  });

  test('do not depend on the order of the lines, and the totals of two parts add up', () => {
    fc.assert(
      fc.property(lines, lines, (some, more) => {
        const add = (a: readonly RatedLine[], b: readonly RatedLine[]) =>
          computeTotals(a).invoiceTotal + computeTotals(b).invoiceTotal;
        expect(computeTotals([...some, ...more]).invoiceTotal).toBe(add(some, more));
        expect(computeTotals([...some].reverse())).toEqual(computeTotals(some));
      }),
    );
  });
});

describe('the life of an invoice', () => {
  test('leads from New to Approved to Paid, directly from the form, and back only for those who may reopen', () => {
    expect(Object.keys(repairTransitions.New).sort()).toEqual(['Approved', 'Paid']);
    expect(Object.keys(repairTransitions.Approved).sort()).toEqual(['New', 'Paid']);
    expect(new Set(Object.values(repairTransitions.Paid))).toEqual(new Set(['repairs.reopen']));
    expect(permissions['repairs.reopen']).toMatchObject({ roles: [], superAdmin: true });
  });

  test('allows changing and deleting only while New, and deleting a driver invoice only by the office', () => {
    expect(repairStatuses.filter(isEditable)).toEqual(['New']);
    for (const type of repairTypes)
      expect(repairStatuses.filter((status) => deletingNeeds(type, status) !== null)).toEqual(['New']);
    expect(deletingNeeds('Repair', 'New')).toBe('repairs.write');
    expect(deletingNeeds('Driver', 'New')).toBe('repairs.decide');
  });
});

describe('the items to choose from', () => {
  const item = (name: string) => ({ category: { name } });
  const mixedItems = [item('Lumber'), item(' driver '), item('Metal')];

  test('for a repair are all; for drivers, those in the category Driver', () => {
    expect(itemsFor('Repair', mixedItems)).toBe(mixedItems);
    expect(itemsFor('Driver', mixedItems)).toEqual([mixedItems[1]]);
  });

  test('are all if there is no such category', () => {
    const otherItems = [item('Lumber'), item('Drivers')];
    expect(itemsFor('Driver', otherItems)).toBe(otherItems);
  });
});
