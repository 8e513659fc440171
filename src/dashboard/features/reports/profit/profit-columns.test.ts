import { expect, test } from 'vitest';
import { usualInputs } from '../../../../domain/reports/profit/rules.js';
import { profitColumns, totalCells } from './profit-columns.js';
import { adjustedRows, ordersOf, type ProfitAnswer } from './profit-rows.js';

const order = {
  ...{ _id: 'a', serialNumber: 'P-1', status: 'Finished', type: 'Customer', model: 'Barn', width: 10, length: 16 },
  ...{ dateOrdered: '2026-09-20', dateFinished: '2026-10-01', adjustedProfitPercent: 0 },
  ...{ retailPrice: 5000, shopShedMaterialCost: 1200, basePrice: { shop: -100 } },
  ...{ shedProfitDollars: { shop: -150 }, shedProfitPercent: { shop: 1.5 }, laborBase: { shopValues: [] } },
};
const { rows, totals } = adjustedRows(ordersOf({ rows: [order] } as unknown as ProfitAnswer), usualInputs);
const shown = (field: string) => {
  const row = rows[0] ?? expect.fail();
  const column = profitColumns.find((one) => one.field === field) ?? expect.fail();
  return { text: column.body?.(row), sortedBy: column.value(row) };
};

test('P5: the percent of a negative revenue is a dash, in the row and under the table', () => {
  expect(shown('shedProfitPercent')).toEqual({ text: '—', sortedBy: '—' });
  expect(totalCells(totals).shedProfitPercent).toBe('—');
});

test('P10: an order without labor values of the shop counts 0 in every column of its adjusted profit', () => {
  for (const field of ['retailPrice', 'material', 'labor', 'retailPart', 'overhead', 'adjustedProfit'])
    expect(shown(field).sortedBy, field).toBe(0);
});
