import { describe, expect, test } from 'vitest';
import { filterInput, readFilter, emptyFilter } from '../../../features/reporting/reports/report-filter.js';
import { formatReportQuery } from '../../../../domain/reporting/saved-views/rules.js';
import { isSameFilter } from './view-address.js';

const filter = {
  ...{ orderType: ['Customer'], buildingStages: [], shops: ['a', 'b'], categories: [], models: [] },
  ...{ invoiceStatus: ['New', 'Paid'], orderDate: 'dateFinished' },
};

describe('the address of a saved view', () => {
  test.each([
    ['a range', { ...filter, range: 'last-quarter' }],
    ['days', { ...filter, dates: ['2026-01-01', '2026-03-31'] }],
  ])('is read by the screen of its report as the same filter: %s', (_, savedFilter) => {
    const defaultFilter = { ...emptyFilter, invoiceStatus: ['New'], buildingStages: ['Finished'] };
    expect(filterInput(readFilter(formatReportQuery(savedFilter, 'some-id'), defaultFilter))).toEqual(savedFilter);
  });

  test('leaves the typed text and the view unchanged', () => {
    const query = new URLSearchParams(
      formatReportQuery({ range: 'today', doorCost: 12.5, inputs: { shop: 61 }, trussCost: null }, 'v'),
    );
    expect(Object.fromEntries(query)).toEqual({ range: 'today', doorCost: '12.5', shop: '61', view: 'v' });
  });

  test('two filters are the same when they select the same', () => {
    expect(isSameFilter({ range: 'today', shops: [] }, { range: 'today', orderDate: 'dateFinished' })).toBe(true);
    expect(isSameFilter({ range: 'today', shops: ['a'] }, { range: 'today' })).toBe(false);
    expect(isSameFilter({ dates: ['2026-01-01', '2026-01-02'] }, { range: 'today' })).toBe(false);
  });
});
