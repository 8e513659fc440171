import { useMemo } from 'react';
import { toDollars } from '../../../../domain/kernel/cents.js';
import { Chart } from '../../../components/ui/chart/chart.js';
import type { ChartDrawing } from '../../../components/ui/chart/chart-drawing.js';
import { type CompanyResultRow, getSize, type ShopResultRow } from './result-columns.js';

type Row = CompanyResultRow | ShopResultRow;

/** The current and the suggested retail price of each size. */
export function PricesChart({ rows }: { rows: readonly Row[] }) {
  const drawing = useMemo(() => pricesDrawing(rows), [rows]);
  if (rows.length === 0) return null;
  return <Chart title="Retail price, now and suggested" drawing={drawing} state="ready" empty="" />;
}

/** Retail prices by size; sizes with several base styles name theirs. No value where no price reaches the target. */
function pricesDrawing(rows: readonly Row[]): ChartDrawing {
  const isOnly = new Set(rows.map(getSize)).size === rows.length;
  return {
    ...{ kind: 'bar', point: 'Width × length' },
    labels: rows.map((row) => (isOnly ? getSize(row) : `${getSize(row)}, ${row.shed.baseStyle.name}`)),
    series: [
      {
        ...{ label: 'Current retail', unit: 'money', color: 'slate' },
        values: rows.map(({ shed }) => toDollars(shed.retailPrice)),
      },
      {
        ...{ label: 'Suggested retail', unit: 'money', color: 'blue' },
        values: rows.map(({ suggestion }) => (suggestion.why === null ? toDollars(suggestion.price) : null)),
      },
    ],
  };
}
