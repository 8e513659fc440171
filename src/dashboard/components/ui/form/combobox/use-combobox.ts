import { type KeyboardEvent, useMemo, useState } from 'react';
import { useRecent } from '../../../../lib/preferences.js';
import { type Choice, findByLabel, findTarget, searchChoices } from './choices.js';

/** The options of a combobox and what happens with the choice. */
export interface ComboboxState {
  readonly options: readonly Choice[];
  /** The value of the chosen option; empty for none. */
  readonly value: string;
  /** The name under which the value was stored, shown instead of the label of its option. */
  readonly storedName?: string | undefined;
  readonly onChange: (value: string) => void;
  /** The label for none, `All shops`; without it, the choice cannot be cleared. */
  readonly none?: string | undefined;
  /** The kind of list, `items`: the user's latest choices in lists of this kind come first. */
  readonly recent?: string | undefined;
  /** Creates an option with this label; offered for a text that matches no label. */
  readonly onCreate?: ((label: string) => void) | undefined;
}

/** A row of the list: an option, none, or the offer to create one. */
export interface ComboboxRow {
  readonly kind: 'choice' | 'none' | 'create';
  readonly choice: Choice;
}

/** The state of a combobox: the typed text, the matching rows, the active row, and the key handler. */
export function useCombobox(state: ComboboxState) {
  const { options, value, storedName, onChange, none, recent: kind, onCreate } = state;
  const [recent, remember] = useRecent(kind);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const findChosen = () => {
    const at = searchChoices(options, '', recent).findIndex((choice) => choice.value === value);
    return value === '' ? 0 : at + (none === undefined ? 0 : 1);
  };
  const [active, setActive] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  const chosenOption = options.find((option) => option.value === value);
  const text = (draft ?? '').trim();
  const matches = useMemo(() => (open ? searchChoices(options, text, recent) : []), [open, options, text, recent]);
  const rows = open ? toRows(state, matches, text) : [];
  const at = Math.max(0, Math.min(active, rows.length - 1));
  const show = () => {
    if (open) return;
    setActive(findChosen());
    setMoved(false);
    setOpen(true);
  };
  const close = () => {
    setDraft(null);
    setOpen(false);
  };
  const type = (next: string) => {
    setDraft(next);
    setActive(0);
    setOpen(true);
  };
  const choose = (next: string) => {
    close();
    remember(next);
    if (next !== value) onChange(next);
  };
  const take = (row: ComboboxRow | undefined) => {
    if (row?.kind === 'create') {
      close();
      onCreate?.(row.choice.label);
    } else if (row) choose(row.choice.value);
  };
  /** On leaving: chooses the one option that the text names, or clears an emptied field; any other text is reset. */
  const leave = () => {
    const namedOption = text === '' ? undefined : findByLabel(options, text);
    if (namedOption) choose(namedOption.value);
    else if (draft !== null && text === '' && none !== undefined) choose('');
    else close();
  };
  const move = (to: number) => {
    setMoved(true);
    setActive(to);
  };
  const isChoosing = hasMoved || text !== '';
  return {
    open,
    /** The text in the box. */
    text: draft ?? storedName ?? chosenOption?.label ?? '',
    isTyped: text !== '',
    recent,
    rows,
    at,
    show,
    close,
    type,
    take,
    leave,
    clear: () => choose(''),
    onKeyDown: (event: KeyboardEvent) => handleKey(event, { open, rows, at, isChoosing, show, close, take, move }),
  };
}

/** The rows of an open list: none while nothing is typed, the matching options, and the offer to create one. */
function toRows({ options, none, onCreate }: ComboboxState, matches: readonly Choice[], text: string): ComboboxRow[] {
  const rows: ComboboxRow[] = matches.map((choice) => ({ kind: 'choice', choice }));
  if (none !== undefined && text === '') rows.unshift({ kind: 'none', choice: { value: '', label: none } });
  const isNew = text !== '' && !options.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  if (onCreate && isNew) rows.push({ kind: 'create', choice: { value: '', label: text } });
  return rows;
}

/** What keys do with a combobox. */
interface Keys {
  readonly open: boolean;
  readonly rows: readonly ComboboxRow[];
  /** The index of the active row. */
  readonly at: number;
  /** Whether the user moved or typed, so that Tab chooses the active row. */
  readonly isChoosing: boolean;
  readonly show: () => void;
  readonly close: () => void;
  readonly take: (row: ComboboxRow | undefined) => void;
  readonly move: (to: number) => void;
}

function handleKey(event: KeyboardEvent, { open, rows, at, isChoosing, show, close, take, move }: Keys): void {
  const { key } = event;
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  if (!open) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    return show();
  }
  if (key === 'Tab') {
    if (isChoosing) take(rows[at]);
    return;
  }
  const to = findTarget(key, at, rows.length);
  const isOurs = to !== null || key === 'Enter' || key === 'Escape';
  if (!isOurs) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === 'Escape' || (event.altKey && key === 'ArrowUp')) close();
  else if (key === 'Enter') take(rows[at]);
  else if (to !== null && rows.length > 0) move(to);
}
