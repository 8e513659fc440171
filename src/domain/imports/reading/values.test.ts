import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, readDecimal, dollars, flag, identifier, number, text } from './values.js';

const chicago = 'America/Chicago';

describe('numbers', () => {
  test.each([
    ['$1,234.50', 1234.5],
    [' 61.25% ', 61.25],
    ['1,234,567.5', 1234567.5],
    ['-75.00', -75],
    ['-$5', -5],
    ['$-5', -5],
    ['+5', 5],
    ['\u00a0- $\u00a05\n', -5],
    ['$ -1,234.50', -1234.5],
    ['61.25\u00a0%', 61.25],
    ['-5%', -5],
    ['.5', 0.5],
    ['5.', 5],
    [0, 0],
    ['0', 0],
    ['0.125', 0.125],
    ['007', 7],
    [' \u00a0', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (given, read) => expect(number('price', given)).toBe(read));

  test.each([
    ['12abc'],
    ['1,23'],
    ['--5'],
    ['1e5'],
    ['NaN'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [true],
    [{}],
    [[1]],
    ['0x10'],
    ['1.2.3'],
    ['0,125'],
    [',500'],
    ['1.234,500'],
    ['1234,567'],
    ['1,2345'],
    ['1,,234'],
    ['12 24'],
    ['5 5'],
    ['895\n165'],
    ['1 234 567.89'],
    ['50%5'],
    ['%5'],
    ['5$'],
    ['$5%'],
    ['-$-5'],
    ['5-'],
    ['(5.00)'],
    ['$'],
    ['-'],
    ['.'],
    [`-${' '.repeat(100_000)}x`],
  ])('%j is not a number, and the field is named', (given) =>
    expect(() => number('addOns[0].price', given)).toThrow(/^addOns\[0\]\.price .* is not a number$/s),
  );

  test('dollars read back the same as written, for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
        expect(dollars('x', (cents / 100).toFixed(2))).toBe(cents / 100);
      }),
    );
  });

  test.each([
    [1234.5600000000002, 1234.56],
    [30.299999999999997, 30.3],
    ['30.299999999999997', 30.3],
    [12.300000000000001, 12.3],
    [0.1 + 0.2, 0.3],
    [0.1 * 3 - 0.3, 0],
    [-0.1 - 0.2, -0.3],
    [9_999_999.990000002, 9_999_999.99],
  ])("%j is %j, because digits beyond a double's precision do not count as decimals", (given, read) => {
    expect(number('price', given)).toBe(read);
    expect(dollars('price', given)).toBe(read);
    expect(readDecimal('price', given, -1, 10_000_000)).toBe(read);
  });

  test('a real extra decimal is always noticed', () => {
    for (const given of [12.301, '12.301', 12.3000001, 12.2999999, 1234.5601, 0.001])
      expect(() => dollars('price', given)).toThrow('has more than 2 decimals');
    for (const given of [12.30001, 12.3000001, '0.33333', 9_999_999.99999])
      expect(() => readDecimal('price', given, 0, 10_000_000)).toThrow('has more than 4 decimals');
    expect(number('price', 12.3000001)).toBe(12.3000001);
  });

  test('too many decimals and too large amounts are refused', () => {
    expect(() => dollars('total', '1.005')).toThrow('total 1.005 has more than 2 decimals');
    expect(() => dollars('total', 10_000_000)).toThrow('must be less than 10,000,000.00');
    expect(() => readDecimal('quantity', '1.23456', 0, 100)).toThrow('more than 4 decimals');
    expect(() => readDecimal('quantity', -1, 0, 100)).toThrow('must be between 0 and 100');
  });
});

describe('days', () => {
  test.each([
    ['2026-03-02', '2026-03-02'],
    ['3/2/2026', '2026-03-02'],
    ['2026-03-02T23:30:00-06:00', '2026-03-02'],
    ['2026-03-03T05:30:00Z', '2026-03-02'], // still the previous evening in Chicago
    ['2026-03-08T08:30:00+00:00', '2026-03-08'], // the hour that daylight saving time skips
    ['2026-03-02 23:30:00', '2026-03-02'],
    ['2028-02-29', '2028-02-29'],
    ['2026-03-02T10:00:00.123+0530', '2026-03-01'],
    ['2026-03-28 08:15:00+00', '2026-03-28'],
    ['2026-03-28 04:15:00.123456+00', '2026-03-27'], // as PostgreSQL formats it
    ['2026-03-28 23:15:00-05', '2026-03-28'],
    ['  ', null],
  ])('%j is %j in Chicago', (given, read) => expect(day('dateOrdered', given, chicago)).toBe(read));

  test.each([
    ['2026-02-29'],
    ['2026-13-01'],
    ['13/40/2026'],
    ['yesterday'],
    ['2026-03-02T99:99:99Z'],
    ['2026-03-02T10:00:00+5'],
    ['2026-03-02T10:00:00+99'],
    ['0001-01-01'],
    ['9999-12-31'],
    [20260302],
  ])('%j is not a date', (given) =>
    expect(() => day('dateOrdered', given, chicago)).toThrow(/dateOrdered .* is not a date/),
  );
});

test('yes/no values are read from words; anything else is refused', () => {
  expect(['true', 'YES', 1, '1', true].map((v) => flag('f', v))).toEqual([true, true, true, true, true]);
  expect(['false', 'no', 0, false, ''].map((v) => flag('f', v))).toEqual([false, false, false, false, null]);
  expect(() => flag('priceIncluded', 'maybe')).toThrow('priceIncluded "maybe" must be true or false');
});

test('text is trimmed and single-spaced, and an object is never text', () => {
  expect(text('  24x36   Window ')).toBe('24x36 Window');
  expect(text('S-1\r\nBcc: x\x1b[2J\u202e ')).toBe('S-1 Bcc: x [2J');
  expect([text(''), text(null), text({ a: 1 }), text(12)]).toEqual([null, null, null, '12']);
});

test('a number that identifies a record is refused if it lost digits, because two could become one', () => {
  expect(identifier('id', ' 90071992547409930 ')).toBe('90071992547409930');
  expect([identifier('id', 9_007_199_254_740_991), identifier('id', 12.5), identifier('id', null)]).toEqual([
    '9007199254740991',
    '12.5',
    null,
  ]);
  for (const digits of ['9007199254740993', '-9007199254740993', '1e21', '1e999'])
    expect(() => identifier('id', JSON.parse(digits))).toThrow(
      /^id \S+ has too many digits for a number; send it as text$/,
    );
});
