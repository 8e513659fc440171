import { type RefObject, useEffect, useRef } from 'react';

const controls = 'a[href], button, input, select';

interface FocusedRow {
  readonly row: Element;
  readonly parent: Element;
  readonly index: number;
}

/**
 * Keeps the focus in a list whose focused row leaves, for example because its order was moved: it goes to the row now in
 * that place, or to the list. Elsewhere it would be lost, and the keyboard would start at the top of the page.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[] | undefined): void {
  const last = useRef<FocusedRow | null>(null);
  useEffect(() => {
    const box = list.current;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tbody tr, ul[data-cards] > li') : null;
      const parent = row?.parentElement;
      last.current = row && parent ? { row, parent, index: [...parent.children].indexOf(row) } : null;
    };
    box?.addEventListener('focusin', remember);
    return () => box?.removeEventListener('focusin', remember);
  }, [list]);
  useEffect(() => {
    if (last.current === null || last.current.row.isConnected || document.activeElement !== document.body) return;
    const { parent, index } = last.current;
    last.current = null;
    const rowThere = [...parent.children].slice(0, index + 1).at(-1);
    const control = parent.isConnected ? rowThere?.querySelector<HTMLElement>(controls) : null;
    (control ?? list.current)?.focus({ preventScroll: true });
  }, [list, rows]);
}
