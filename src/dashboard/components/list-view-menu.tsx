import { useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.js';
import { useFloating } from './floating.js';
import { type ColumnDef, densities, type Density } from './list-types.js';
import type { ListView } from './use-list-view.js';

const labels = { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' } as const satisfies Record<Density, string>;

/** Chooses the columns and the height of the rows; kept for the person. */
export function ListViewMenu<Row>({ columns, view }: { columns: readonly ColumnDef<Row>[]; view: ListView<Row> }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useFloating(open, anchor, panel, 'end');
  useEffect(() => {
    if (open) panel.current?.querySelector('input')?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      <Button
        ref={anchor}
        icon="columns"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        View
      </Button>
      {open && (
        <div
          ref={panel}
          id={id}
          popover="manual"
          role="group"
          aria-label="View options"
          className="menu view-menu"
          onKeyDown={(event) => event.key === 'Escape' && close()}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next && !event.currentTarget.contains(next) && next !== anchor.current) setOpen(false);
          }}
        >
          <ColumnBoxes columns={columns} view={view} />
          <RowHeights view={view} />
          <Button small onClick={close}>
            Done
          </Button>
        </div>
      )}
    </>
  );
}

function ColumnBoxes<Row>({ columns, view }: { columns: readonly ColumnDef<Row>[]; view: ListView<Row> }) {
  const shown = new Set(view.shown.map(({ field }) => field));
  const toggle = (field: string) => {
    const next = columns
      .map((column) => column.field)
      .filter((one) => (one === field ? !shown.has(one) : shown.has(one)));
    if (next.length > 0) view.setColumns(next);
  };
  return (
    <fieldset>
      <legend>Columns</legend>
      {columns.map(({ field, header, fixed = false }) => (
        <label key={field} className="check">
          <input type="checkbox" checked={shown.has(field)} disabled={fixed} onChange={() => toggle(field)} /> {header}
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
      {(Object.keys(densities) as Density[]).map((density) => (
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
