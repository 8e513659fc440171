import { day } from '../../../../lib/format.js';
import { toKeys } from '../../../../../domain/kernel/objects.js';
import type { ReportColumn } from '../report-table.js';
import { type Figure, FigureCell, figureLabels, type Row } from './figures.js';

/** The names of a source and a shop, with a text for none. */
export const toNames = ({ source, shop }: Pick<Row, 'source' | 'shop'>) => ({
  source: source?.name ?? 'No source',
  shop: shop?.name ?? 'No shop',
});

/** The columns of the reconciliation; a figure opens its orders. */
export const getReconciliationColumns = (onOpen: (row: Row, figure: Figure) => void): readonly ReportColumn<Row>[] => [
  { field: 'day', header: 'Ordered', fixed: true, value: (row) => row.day, body: (row) => day(row.day) },
  { field: 'source', header: 'Source', value: (row) => toNames(row).source, body: (row) => toNames(row).source },
  { field: 'shop', header: 'Shop', value: (row) => toNames(row).shop, body: (row) => toNames(row).shop },
  ...toKeys(figureLabels).map((figure): ReportColumn<Row> => ({
    field: figure,
    header: figureLabels[figure],
    align: 'right',
    value: (row) => row[figure].count,
    body: (row) => <FigureCell figure={figure} sum={row[figure]} onOpen={(name) => onOpen(row, name)} />,
  })),
];
