import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { usualInputs } from '../../../../../domain/reporting/reports/profit/rules.js';
import { profitColumns, totalCells } from './profit-columns.js';
import { adjustedRows, getOrders, type ProfitAnswer } from './profit-rows.js';

const order = {
  ...{ _id: 'a', serialNumber: 'P-1', status: 'Finished', type: 'Customer', model: 'Barn', width: 10, length: 16 },
  ...{ dateOrdered: '2026-09-20', dateFinished: '2026-10-01', adjustedProfitPercent: 0 },
  ...{ retailPrice: 5000, shopShedMaterialCost: 1200, basePrice: { shop: -100 } },
  ...{
    shedProfitDollars: { shop: -150 },
    shedProfitPercent: { shop: 1.5 },
    laborBase: { shopValues: [] },
    costUnknown: [],
  },
};
const adjust = (one: object) => adjustedRows(getOrders({ rows: [one] } as unknown as ProfitAnswer), usualInputs);
const { rows, totals } = adjust(order);
const toShown = (field: string, all = rows) => {
  const row = all[0] ?? expect.fail();
  const column = profitColumns.find((one) => one.field === field) ?? expect.fail();
  const html = renderToStaticMarkup(createElement(Fragment, null, column.body?.(row)));
  return { html, sortedBy: column.value(row) };
};

test('P5: the percent of a negative revenue is a dash, in the row and under the table', () => {
  expect(toShown('shedProfitPercent')).toEqual({ html: '—', sortedBy: '—' });
  expect(totalCells(totals)['shedProfitPercent']).toBe('—');
});

const amounts = ['retailPrice', 'material', 'labor', 'retailPart', 'overhead', 'adjustedProfit'];

test("P10: an order without the shop's labor values shows a dash as its adjusted profit, never $0.00", () => {
  for (const field of amounts) expect(toShown(field), field).toEqual({ html: '—', sortedBy: null });
});

test('an order of unknown cost is marked in every profit column, and no sum includes it', () => {
  const { rows, totals } = adjust({ ...order, costUnknown: ['labor'] });
  for (const field of [...amounts, 'shedProfitPercent', 'adjustedPercent']) {
    expect(toShown(field, rows).html, field).toContain('cost unknown');
    expect(toShown(field, rows).html, field).toContain('the catalogue has no shed labor for this size');
  }
  expect(totals).toMatchObject({ orders: 1, leftOut: 1, withoutValues: 0, shedRevenue: 0, shedProfit: 0 });
  const cells = Object.values(totalCells(totals));
  expect(cells.map((cell) => renderToStaticMarkup(createElement(Fragment, null, cell)))).toEqual(cells.map(() => '—'));
});
