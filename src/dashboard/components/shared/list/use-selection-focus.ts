import { type RefObject, useEffect, useRef } from 'react';
import type { RowBase } from './list-types.js';
import { findControl, findRow } from './use-row-focus.js';

interface Selected {
  readonly rows: readonly RowBase[];
  /** The index of the last selected row. */
  readonly last: number;
}

/**
 * Keeps the focus in a list when the bar of its selected rows disappears with the focused button, for example because
 * they were approved: it goes to the row after the last selected one, or the nearest before it, or to the list. A
 * dialog that asks about the rows keeps it until it closes.
 */
export function useSelectionFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly RowBase[] | undefined,
  selected: ReadonlySet<string> | undefined,
): void {
  const selection = useRef<Selected | null>(null);
  useEffect(() => {
    if (selected && selected.size > 0) {
      const last = rows?.findLastIndex(({ _id }) => selected.has(_id)) ?? -1;
      if (rows && last >= 0) selection.current = { rows, last };
      return;
    }
    if (selection.current === null || document.activeElement?.closest('dialog')) return;
    if (document.activeElement === document.body) focusNear(list.current, selection.current);
    selection.current = null;
  });
}

function focusNear(list: HTMLElement | null, { rows, last }: Selected): void {
  for (const { _id } of [...rows.slice(last + 1), ...rows.slice(0, last).reverse()]) {
    const control = findControl(findRow(list, _id));
    if (control) return control.focus({ preventScroll: true });
  }
  list?.focus({ preventScroll: true });
}
