import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Facts } from '../../facts.js';
import { toCell } from '../list-cell.js';
import type { ColumnDef, Preview, RowBase } from '../list-types.js';
import { ListDrawer } from './list-drawer.js';
import type { PreviewState } from './use-preview.js';

interface RowPreviewProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnDef<Row>[];
  readonly preview: Preview<Row>;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly state: PreviewState;
}

/** The preview of one row of a list; closed when the row is gone. */
export function RowPreview<Row extends RowBase>({ rows, columns, preview, actions, state }: RowPreviewProps<Row>) {
  const at = rows.findIndex(({ _id }) => _id === state.id);
  const row = rows[at];
  const { close } = state;
  useCloseWhenGone(row === undefined, close);
  useFocusBack(row?._id);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = rows[at + by];
      if (!next) return;
      state.open(next._id);
      findRow(next._id)?.scrollIntoView({ block: 'nearest' });
    },
    [rows, at, state],
  );
  if (!row) return null;
  return (
    <ListDrawer
      title={preview.title(row)}
      href={preview.href?.(row)}
      actions={actions?.(row)}
      onStep={step}
      onClose={close}
    >
      {preview.content?.(row) ?? (
        <Facts facts={columns.map((column) => [column.header, toCell(column, row)] as const)} />
      )}
    </ListDrawer>
  );
}

/** The row in the table, or the line on a phone. */
function findRow(id: string): HTMLElement | null {
  const mark = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  return mark?.closest('tr') ?? mark;
}

/** Closes the preview of a row that was there and has left the list; another list may have a row it does not know. */
function useCloseWhenGone(isGone: boolean, close: () => void): void {
  const wasThere = useRef(!isGone);
  useEffect(() => {
    if (isGone && wasThere.current) close();
    wasThere.current = !isGone;
  }, [isGone, close]);
}

/** When the preview closes, its row gets the focus. */
function useFocusBack(id: string | undefined): void {
  const last = useRef(id);
  useEffect(() => {
    if (id) last.current = id;
  }, [id]);
  useEffect(
    () => () => {
      const row = last.current ? findRow(last.current) : null;
      const target = row?.matches('button')
        ? row
        : (row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('button'));
      target?.focus();
    },
    [],
  );
}
