import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents as toCents, sum } from '../../kernel/cents.js';
import {
  costInStock,
  freightOfUnit,
  computeGrandTotal,
  getFreightEstimate,
  isReceived,
  lineTotal,
  nextNumber,
  priceForVendor,
  getOpenQuantity,
  getOverQuantity,
  priceFromTotal,
  priceLine,
  splitFreight,
} from './rules.js';

describe('P11: a line', () => {
  test.each([
    [3, 1.005, 3_02],
    [2.5, 10.01, 25_03],
    [0.0001, 0.0001, 0],
    [99_999.9999, 99.9999, 999_998_999],
  ])('%d units at $%d come to %d cents', (quantity, price, cents) => {
    expect(lineTotal(quantity, price)).toBe(cents);
  });

  test('an entered total sets the price with four decimals and is stored; with quantity 0 the price stays', () => {
    expect(priceLine(3000, { newPrice: null, total: 100_00 }, 9)).toEqual({ newPrice: 0.0333, total: 100_00 });
    expect(priceLine(3000, { newPrice: 0.0333, total: 100_00 }, 9)).toEqual({ newPrice: 0.0333, total: 100_00 });
    expect(priceFromTotal(100_00, 0, 2.5)).toBe(2.5);
    expect(priceLine(0, { newPrice: 2.5, total: 100_00 }, 9)).toEqual({ newPrice: 2.5, total: 0 });
  });

  test('an entered price takes precedence over a total that does not match it; without either the usual price applies', () => {
    expect(priceLine(4, { newPrice: 2.5, total: 99_00 }, 9)).toEqual({ newPrice: 2.5, total: 10_00 });
    expect(priceLine(4, { newPrice: null, total: null }, 9.25)).toEqual({ newPrice: 9.25, total: 37_00 });
  });
});

describe('P11: the estimate of freight in the price of a line', () => {
  const cost = { freight: 1.25, total: 32.75 };
  const stored = { newPrice: 32.75, freightEstimate: 0.5 };
  const line = (newPrice: number, quantity = 2) => ({ quantity, newPrice, total: lineTotal(quantity, newPrice) });

  test.each([
    ['is that of the item while the price is what the item costs', line(32.75), { cost }, 1.25],
    ['is the stored one while the price is the stored one', line(32.75), { cost, stored }, 0.5],
    ['is the stored one whatever the item costs now', line(32.75, 9), { stored, cost: { ...cost, total: 40 } }, 0.5],
    ['is none in a typed price', line(31), { cost, stored }, 0],
    ['is none in a typed total', { ...line(32.75), total: toCents(65_49) }, { cost, stored }, 0],
    [
      'is that of the item in a price typed as the item costs',
      line(32.75),
      { cost, stored: { newPrice: 31, freightEstimate: 0 } },
      1.25,
    ],
    ['is none for an item without a known cost', line(32.75), {}, 0],
  ] as const)('%s', (_, orderedLine, prices, estimate) => {
    expect(getFreightEstimate(orderedLine, prices)).toBe(estimate);
  });

  test('is not in the price that the vendor reads, nor in its total', () => {
    expect(priceForVendor({ ...line(32.75), freightEstimate: 1.25 })).toEqual({ newPrice: 31.5, total: 63_00 });
    expect(priceForVendor({ ...line(0.3, 3), freightEstimate: 0.1 })).toEqual({ newPrice: 0.2, total: 60 });
    const typedTotal = { quantity: 3000, newPrice: 0.0333, total: toCents(100_00) };
    expect(priceForVendor({ ...typedTotal, freightEstimate: 0 })).toEqual({ newPrice: 0.0333, total: 100_00 });
  });

  test.each([
    ['gives way to the freight of the order', 1.25, 2, [31.5, 2, 33.5]],
    ['stays while the line has no freight', 1.25, 0, [31.5, 1.25, 32.75]],
    ['is not missed in a typed price, with freight', 0, 2, [32.75, 2, 34.75]],
    ['is not missed in a typed price, without freight', 0, 0, [32.75, 0, 32.75]],
  ])('%s in the cost of the item in stock', (_, freightEstimate, newFreight, [subTotal, freight, total]) => {
    expect(costInStock({ ...line(32.75), freightEstimate, newFreight })).toEqual({ subTotal, freight, total });
  });
});

const quantity = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 999_999_999 }).map((n) => n / 1e4),
);
const cents = fc.integer({ min: 0, max: 999_999_999 });
const lines = fc.array(fc.record({ quantity, total: cents }), { minLength: 1, maxLength: 30 });

describe('P11: freight', () => {
  test('the parts sum to the freight to the cent for any lines; refused when nothing is ordered', () => {
    fc.assert(
      fc.property(cents, lines, (freight, orderLines) => {
        const parts = splitFreight(freight, orderLines);
        const isNobodys = freight > 0 && orderLines.every((line) => line.quantity === 0);
        expect(parts === null).toBe(isNobodys);
        expect(sum(parts ?? [freight])).toBe(freight);
        expect(parts ?? orderLines).toHaveLength(orderLines.length);
      }),
    );
  });

  test('each part is its exact share, rounded up or down to a whole cent; lines without quantity carry none', () => {
    fc.assert(
      fc.property(cents, lines, (freight, orderLines) => {
        const parts = splitFreight(freight, orderLines) ?? [];
        const carriers = orderLines.filter((line) => line.quantity > 0);
        const getWeight = (line: (typeof orderLines)[number]) =>
          computeGrandTotal(carriers) > 0 ? line.total : Math.round(line.quantity * 1e4);
        const whole = carriers.reduce((all, line) => all + BigInt(getWeight(line)), 0n);
        parts.forEach((part, at) => {
          const line = orderLines[at] as (typeof orderLines)[number];
          const weight = line.quantity > 0 ? BigInt(getWeight(line)) : 0n;
          const distance = BigInt(part) * whole - BigInt(freight) * weight;
          expect(whole === 0n ? part === 0 : distance < whole && -distance < whole).toBe(true);
        });
      }),
    );
  });

  test('when remainders are equal, the earlier line gets the cent', () => {
    const line = { quantity: 1, total: 1_00 };
    expect(splitFreight(1_00, [line, line, line])).toEqual([34, 33, 33]);
    expect(splitFreight(2, [line, line, line])).toEqual([1, 1, 0]);
  });

  test('is split by quantity if all totals are 0, and refused if all quantities are 0', () => {
    const withoutPrice = (n: number) => ({ quantity: n, total: 0 });
    expect(splitFreight(9_00, [withoutPrice(1), withoutPrice(2), withoutPrice(0)])).toEqual([3_00, 6_00, 0]);
    expect(splitFreight(1, [withoutPrice(0), withoutPrice(0)])).toBeNull();
    expect(splitFreight(0, [withoutPrice(0), withoutPrice(0)])).toEqual([0, 0]);
  });

  test('per unit is the line’s freight divided by its quantity, to four decimals', () => {
    expect(freightOfUnit(10_00, 3)).toBe(3.3333);
    expect(freightOfUnit(10_00, 0)).toBe(0);
  });
});

describe('P11: receiving', () => {
  test('received + open = ordered', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999_999), (a, b) => {
        const [receivedQuantity, orderedQuantity] = [Math.min(a, b) / 1e4, Math.max(a, b) / 1e4];
        const openQuantity = getOpenQuantity({ quantity: orderedQuantity, received: receivedQuantity });
        expect(Math.round(receivedQuantity * 1e4) + Math.round(openQuantity * 1e4)).toBe(
          Math.round(orderedQuantity * 1e4),
        );
        expect(openQuantity).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('nothing is open on a line with more received than ordered, and the excess is reported', () => {
    expect([
      getOpenQuantity({ quantity: 10, received: 12.5 }),
      getOverQuantity({ quantity: 10, received: 12.5 }),
    ]).toEqual([0, 2.5]);
    expect(getOverQuantity({ quantity: 10, received: 9 })).toBe(0);
  });

  test('an order is received when every line is; an order whose quantities are all 0 never is', () => {
    expect(
      isReceived([
        { quantity: 2, received: 2 },
        { quantity: 0, received: 0 },
      ]),
    ).toBe(true);
    expect(
      isReceived([
        { quantity: 2, received: 2 },
        { quantity: 0.3, received: 0.1 },
      ]),
    ).toBe(false);
    expect(isReceived([{ quantity: 0, received: 0 }])).toBe(false);
    expect(isReceived([])).toBe(false);
  });
});

test.each([
  [null, '1001'],
  ['PO-0099', 'PO-0100'],
  ['999', '1000'],
  ['12 B', '13 B'],
  ['2026/7', '2026/8'],
  ['Fall', 'Fall-2'],
])('after the number %s the next is %s', (last, next) => {
  expect(nextNumber(last)).toBe(next);
});
