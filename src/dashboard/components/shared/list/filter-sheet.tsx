import { type ReactNode, useId } from 'react';
import type { ListState } from '../../../lib/list/use-list-state.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/form/inputs/select.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import styles from './filters/filters.module.css';

interface SheetProps {
  readonly filters: ReactNode;
  readonly list: ListState;
  readonly sorts: readonly { readonly value: string; readonly label: string }[];
  /** The column chooser. */
  readonly columns: ReactNode;
  readonly onClose: () => void;
}

/** Filters, sorting and columns of a list on a phone. */
export function FilterSheet({ filters, list, sorts, columns, onClose }: SheetProps) {
  const id = useId();
  return (
    <Dialog
      title={filters ? 'Filters' : 'Sort'}
      size="small"
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
      onClose={onClose}
    >
      {filters && <div className={styles['sheet-chips']}>{filters}</div>}
      {sorts.length > 0 && (
        <div className="field">
          <label htmlFor={id}>Sort by</label>
          <Select
            id={id}
            label="Sort by"
            options={sorts}
            none="Default order"
            value={list.sort ?? ''}
            onChange={(sort) => list.sortBy(sort || undefined)}
          />
        </div>
      )}
      {columns}
    </Dialog>
  );
}
