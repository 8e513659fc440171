import type { ReactNode } from 'react';
import { type RateName, rates } from '../../../../domain/catalogue/base-styles/schema.js';
import { PlainTable } from '../../ui/table/plain-table.js';

const columns = [
  { header: 'Name' },
  { header: 'Door type' },
  { header: 'Door cost', align: 'right' },
  { header: 'Build', align: 'right' },
  { header: 'Roof', align: 'right' },
  { header: 'Truss', align: 'right' },
  { header: 'Paint', align: 'right' },
] as const;

interface RatesTableProps<S extends { readonly _id: string; readonly name: string; readonly doorType: string }> {
  readonly styles: readonly S[];
  readonly doorCost: (style: S) => ReactNode;
  readonly rate: (style: S, name: RateName) => ReactNode;
  readonly actions: (style: S) => ReactNode;
}

/** Base styles with their door and rates, and buttons for each. */
export const RatesTable = <S extends { readonly _id: string; readonly name: string; readonly doorType: string }>({
  styles,
  doorCost,
  rate,
  actions,
}: RatesTableProps<S>) => (
  <PlainTable
    label="Base styles"
    columns={columns}
    rows={styles.map((style) => ({
      key: style._id,
      cells: [style.name, style.doorType, doorCost(style), ...rates.map(({ name }) => rate(style, name))],
      actions: actions(style),
    }))}
  />
);
