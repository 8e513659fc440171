import { expect, test } from 'vitest';
import { stockDrawing } from './stock-chart.js';

const item = (name: string, current: number, warning: number | null, critical: number | null, onOrder = 0) => ({
  ...{ name, type: 'piece', quantityInCurrent: current, quantityInRecieved: 0, quantityOnOrder: onOrder },
  ...{ orderPointWarning: warning, orderPointCritical: critical },
});

test('shows stock as a percent of its order point, lowest first, without items that have none', () => {
  const { labels, series } = stockDrawing([
    item('Angle', 30, 20, 10),
    item('Hinge', 5, null, null),
    item('Knob', 5, 8, 20, 10),
  ]);
  expect(labels).toEqual(['Knob (piece)', 'Angle (piece)']);
  expect(series.map(({ values }) => values)).toEqual([
    [25, 150],
    [50, 0],
  ]);
});
