import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderDates, reportOrderTypes, rangeNames } from '../../../../domain/reporting/reports/rules.js';
import { emptyFilter, filterInput, readFilter, writeFilter, type ReportFilterValues } from './report-filter.js';

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const dayText = day.map((date) => date.toISOString().slice(0, 10));
const days = fc.tuple(dayText, dayText).map(([a, b]) => (a <= b ? ([a, b] as const) : ([b, a] as const)));
const some = <T extends string>(names: readonly T[]) => fc.subarray([...names]);
const filters: fc.Arbitrary<ReportFilterValues> = fc.record({
  range: fc.constantFrom(...rangeNames),
  dates: fc.option(days),
  orderDate: fc.constantFrom(...orderDates),
  orderType: some(reportOrderTypes),
  buildingStages: some(['New', 'On Hold', 'InQueue']),
  invoiceStatus: some(['New', 'Paid']),
  shops: some(['a-1', 'b-2']),
  categories: some(['c']),
  models: some(['m', 'n']),
});

test('a filter written to an address is read back unchanged, whatever the report’s default', () => {
  fc.assert(
    fc.property(filters, filters, (defaults, values) => {
      const quiet = { ...defaults, dates: null };
      const result = readFilter(writeFilter(values, quiet, 'page=3&columns=a'), quiet);
      expect(result).toEqual(values.dates ? { ...values, range: quiet.range } : values);
    }),
  );
});

test('other parameters stay, the page is dropped, and the default filter adds nothing to the address', () => {
  expect(writeFilter(emptyFilter, emptyFilter, 'page=3&columns=a')).toBe('columns=a');
});

test('invalid values are read as the default filter', () => {
  expect(readFilter('range=next&orderDate=x&from=2026-03-02&orderType=Barn', emptyFilter)).toEqual(emptyFilter);
  expect(readFilter('from=2026-03-09&to=2026-03-02', emptyFilter).dates).toEqual(['2026-03-02', '2026-03-09']);
});

test('dates take precedence over the range in a request', () => {
  expect(filterInput({ ...emptyFilter, dates: ['2026-03-02', '2026-03-09'] })).not.toHaveProperty('range');
  expect(filterInput(emptyFilter)).toMatchObject({ range: 'this-month', shops: [] });
});
