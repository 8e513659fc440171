import type { RowBase, Selection } from './list-types.js';

/** The check box of one row. */
export function SelectOne<Row extends RowBase>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  const { selected, onChange, getName, disabledReason } = selection;
  const reason = disabledReason?.(row) ?? null;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(row._id)) next.add(row._id);
    onChange(next);
  };
  return (
    <input
      type="checkbox"
      checked={selected.has(row._id)}
      disabled={reason !== null}
      title={reason ?? undefined}
      aria-label={`Select ${getName(row)}`}
      onChange={toggle}
    />
  );
}

/** The check box for all visible rows. */
export function SelectAll<Row extends RowBase>({
  rows,
  selection,
}: {
  rows: readonly Row[];
  selection: Selection<Row>;
}) {
  const { selected, onChange, disabledReason } = selection;
  const possible = rows.filter((row) => !disabledReason?.(row)).map((row) => row._id);
  const chosenCount = possible.filter((id) => selected.has(id)).length;
  const all = possible.length > 0 && chosenCount === possible.length;
  const toggle = () => {
    const visibleChoices = new Set(possible);
    const otherIds = [...selected].filter((id) => !visibleChoices.has(id));
    onChange(new Set(all ? otherIds : [...otherIds, ...possible]));
  };
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = chosenCount > 0 && !all;
      }}
      checked={all}
      disabled={possible.length === 0}
      aria-label="Select all rows shown"
      onChange={toggle}
    />
  );
}
