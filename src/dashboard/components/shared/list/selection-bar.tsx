import { count } from '../../../lib/format.js';
import { Button } from '../../ui/button.js';
import type { DataListProps, RowBase } from './list-types.js';
import styles from './rows.module.css';

/** At the bottom of the window while rows are selected: how many, on which pages, and what can be done with them. */
export function SelectionBar<Row extends RowBase>({ query, selection, bulk }: DataListProps<Row>) {
  if (!selection) return null;
  const { size } = selection.selected;
  const here = query.data?.items.filter(({ _id }) => selection.selected.has(_id)).length ?? 0;
  return (
    <div className={size > 0 ? styles['bulk'] : undefined} role="group" aria-label="Selected rows" hidden={size === 0}>
      <span role="status">
        {size > 0 && <strong>{count(size)} selected</strong>}
        {size > here && ` (${count(size - here)} not on this page)`}
      </span>
      {size > 0 && (
        <>
          {bulk}
          <Button kind="text" small onClick={() => selection.onChange(new Set())}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}
