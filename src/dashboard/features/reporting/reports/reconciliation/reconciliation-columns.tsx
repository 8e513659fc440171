import type { ReactNode } from 'react';
import type { Preview } from '../../../../components/shared/list/list-types.js';
import { count, day, formatCount } from '../../../../lib/format.js';
import { toKeys } from '../../../../../domain/kernel/objects.js';
import type { ReportColumn } from '../report-table.js';
import { countDifferences, type Figure, FigureCell, figureLabels, type Row } from './figures.js';

/** The names of a source and a shop, with a text for none. */
export const toNames = ({ source, shop }: Pick<Row, 'source' | 'shop'>) => ({
  source: source?.name ?? 'No source',
  shop: shop?.name ?? 'No shop',
});

/** A row's day, source and shop, and on a phone all its figures. */
export const rowPreview: Preview<Row> = {
  title: (row) => `${day(row.day)}, ${toNames(row).source}, ${toNames(row).shop}`,
  name: (row) => `${day(row.day)}, ${toNames(row).shop}`,
};

/** What the line of a row on a phone says of a figure; of the differences, only their number. */
const lineFacts: { readonly [F in Figure]: ((row: Row) => ReactNode) | null } = {
  theirs: ({ theirs }) => `${count(theirs.count)} theirs`,
  ours: ({ ours }) => `${count(ours.count)} ours`,
  missingHere: null,
  missingThere: null,
  differing: (row) => {
    const differenceCount = countDifferences(row);
    return differenceCount > 0 && <span className="error">{formatCount(differenceCount, 'difference')}</span>;
  },
};

/** The columns of the reconciliation; a figure opens its orders. */
export const getReconciliationColumns = (onOpen: (row: Row, figure: Figure) => void): readonly ReportColumn<Row>[] => [
  { field: 'day', header: 'Ordered', fixed: true, value: (row) => row.day, body: (row) => day(row.day) },
  { field: 'source', header: 'Source', value: (row) => toNames(row).source, body: (row) => toNames(row).source },
  { field: 'shop', header: 'Shop', fact: null, value: (row) => toNames(row).shop, body: (row) => toNames(row).shop },
  ...toKeys(figureLabels).map((figure): ReportColumn<Row> => ({
    field: figure,
    header: figureLabels[figure],
    align: 'right',
    value: (row) => row[figure].count,
    fact: lineFacts[figure],
    key: figure === 'differing',
    body: (row) => <FigureCell figure={figure} sum={row[figure]} onOpen={(name) => onOpen(row, name)} />,
  })),
];
