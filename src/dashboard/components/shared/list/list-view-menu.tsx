import { useId } from 'react';
import { type ColumnDef, densities, type Density } from './list-types.js';
import { PanelButton } from '../../ui/panel-button.js';
import type { ListView } from './use-list-view.js';
import { toKeys } from '../../../../domain/kernel/objects.js';

const labels = { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' } as const satisfies Record<Density, string>;

/** A menu for choosing columns and row height, which are saved for the user. */
export const ListViewMenu = <Row,>({ columns, view }: { columns: readonly ColumnDef<Row>[]; view: ListView<Row> }) => (
  <PanelButton
    icon="columns"
    name="View options"
    align="end"
    panel={
      <>
        <ColumnBoxes columns={columns} view={view} />
        <RowHeights view={view} />
      </>
    }
  >
    View
  </PanelButton>
);

/** Chooses the columns of a list. */
export function ColumnBoxes<Row>({ columns, view }: { columns: readonly ColumnDef<Row>[]; view: ListView<Row> }) {
  const visibleFields = new Set(view.shownColumns.map(({ field }) => field));
  const toggle = (field: string) => {
    const next = columns
      .map((column) => column.field)
      .filter((one) => (one === field ? !visibleFields.has(one) : visibleFields.has(one)));
    if (next.length > 0) view.setColumns(next);
  };
  return (
    <fieldset>
      <legend>Columns</legend>
      {columns.map(({ field, header, fixed = false }) => (
        <label key={field} className="check">
          <input type="checkbox" checked={visibleFields.has(field)} disabled={fixed} onChange={() => toggle(field)} />{' '}
          {header}
        </label>
      ))}
    </fieldset>
  );
}

function RowHeights<Row>({ view }: { view: ListView<Row> }) {
  const name = useId();
  return (
    <fieldset>
      <legend>Rows</legend>
      {toKeys(densities).map((density) => (
        <label key={density} className="check">
          <input
            type="radio"
            name={name}
            checked={view.density === density}
            onChange={() => view.setDensity(density)}
          />{' '}
          {labels[density]}
        </label>
      ))}
    </fieldset>
  );
}
