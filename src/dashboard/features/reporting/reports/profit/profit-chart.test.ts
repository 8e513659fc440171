import { expect, test } from 'vitest';
import { usualInputs } from '../../../../../domain/reporting/reports/profit/rules.js';
import { profitDrawing } from './profit-chart.js';
import { adjustedRows, type ProfitOrder } from './profit-rows.js';

const order = (model: string, change: Partial<ProfitOrder> = {}): ProfitOrder =>
  ({
    ...{ _id: model, order: { model }, retailPrice: 900_000, material: 200_000, shedRevenue: 500_000 },
    ...{ shedProfit: 60_000, costUnknown: [], shopValues: null, ...change },
  }) as unknown as ProfitOrder; // only the fields that the sums use

test('a model has the percents of its sums; unknown values and those that cannot be adjusted have no bar', () => {
  const shopValues = { buildBase: 0, roofBase: 0, trussCount: 0, paintHours: 0 };
  const { rows } = adjustedRows(
    [
      order('Cottage', { shopValues }),
      order('Cottage', { shopValues, shedProfit: 90_000 }),
      order('Cabin'),
      order('Utility', { costUnknown: ['labor'] }),
    ],
    { ...usualInputs, retailPercent: 50, overheadPercent: 0 },
  );
  const { labels, series } = profitDrawing(rows);
  expect(labels).toEqual(['Cottage', 'Cabin']);
  expect(series.map(({ values }) => values)).toEqual([
    [15, 12],
    [54.89, null],
  ]);
});
