import { type RefObject, useEffect, useRef } from 'react';

const controls = 'a[href], button, input, select';
const listedRows = 'tbody tr, ul[data-cards] > li, ul[data-groups] > li';

interface FocusedRow {
  /** The ID of the row; undefined in a list without `data-row`. */
  readonly id: string | undefined;
  readonly control: Element;
  /** The position of the control in the row. */
  readonly at: number;
  readonly parent: Element;
  readonly index: number;
}

/**
 * Keeps the focus in a list whose focused row moves or leaves, for example because its order was moved: it stays with
 * its row, or goes to the row now in that place, or to the list, or without one to the heading of the screen. Elsewhere
 * it would be lost, and the keyboard would start at the top of the page. `data-actions` marks the part of a row that
 * gets it first.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[] | undefined): void {
  const last = useRef<FocusedRow | null>(null);
  useEffect(() => {
    const box = list.current;
    const remember = ({ target }: FocusEvent) => (last.current = target instanceof Element ? toFocused(target) : null);
    box?.addEventListener('focusin', remember);
    return () => box?.removeEventListener('focusin', remember);
  }, [list, rows]); // the list may appear later, or again
  useEffect(() => {
    if (last.current === null || last.current.control.isConnected || document.activeElement !== document.body) return;
    const { id, at, parent, index } = last.current;
    last.current = null;
    const sameRow = id === undefined ? null : findRow(list.current, id);
    const rowThere = parent.isConnected ? [...parent.children].slice(0, index + 1).at(-1) : undefined;
    const control = sameRow ? (listControls(sameRow)[at] ?? findControl(sameRow)) : findControl(rowThere);
    (control ?? list.current ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, [list, rows]);
}

function toFocused(control: Element): FocusedRow | null {
  const row = control.closest(listedRows);
  const parent = row?.parentElement;
  if (!row || !parent) return null;
  const id = row.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
  return {
    id,
    control,
    at: listControls(row).findIndex((one) => one === control),
    parent,
    index: [...parent.children].indexOf(row),
  };
}

/** The row of a record in a list. */
export const findRow = (list: HTMLElement | null, id: string): Element | null | undefined =>
  list?.querySelector(`[data-row="${CSS.escape(id)}"]`)?.closest('tr, li');

/** The control of a row that gets the focus. */
export const findControl = (row: Element | null | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>(`[data-actions] :is(${controls})`) ?? row?.querySelector<HTMLElement>(controls);

const listControls = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(controls)];
