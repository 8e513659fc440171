import type { KeyboardEvent } from 'react';

const CONTROLS = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * The keys of a table of inputs: arrow up and down go to the same column of the next row; Enter in the column `last`,
 * if given, goes down too and calls `onEnd` in the last row. Keys for an open list and Alt+arrow are left to the field,
 * and so is an arrow in an empty field or beyond the last row, which opens the list. Use it in the capture phase,
 * before the boxes handle the keys.
 */
export function moveInGrid(event: KeyboardEvent, last?: string, onEnd?: () => void): void {
  const from = event.target as HTMLElement; // the focused element
  const cell = from.closest('td');
  const row = cell?.closest('tr');
  const body = row?.closest('tbody');
  if (!cell || !row || !body || event.altKey || event.nativeEvent.isComposing) return;
  if (from.getAttribute('aria-expanded') === 'true' || from instanceof HTMLSelectElement) return;
  const isEnter = event.key === 'Enter' && last !== undefined && cell.dataset['label'] === last;
  const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || isEnter ? 1 : 0;
  if (way === 0) return;
  const next = body.rows[row.sectionRowIndex + way];
  const control = next?.cells[cell.cellIndex]?.querySelector<HTMLElement>(CONTROLS);
  const isList = from.getAttribute('role') === 'combobox';
  if (isList && (!control || from.getAttribute('data-value') === '')) return; // opens the list
  event.preventDefault();
  event.stopPropagation();
  if (control) control.focus();
  else if (isEnter) onEnd?.();
}
