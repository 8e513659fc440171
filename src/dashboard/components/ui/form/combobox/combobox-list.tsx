import { type RefObject, useRef } from 'react';
import { formatCount } from '../../../../lib/format.js';
import { useFloating } from '../../overlay/floating.js';
import { ChoiceRows } from '../inputs/choice-rows.js';
import type { useCombobox } from './use-combobox.js';
import styles from './combobox-list.module.css';

interface ComboboxListProps {
  readonly id: string;
  readonly empty: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: Pick<ReturnType<typeof useCombobox>, 'rows' | 'at' | 'recent' | 'isTyped' | 'take'>;
}

const LEAST_WIDTH = 260;
const WIDE = 460;

/** The list below a combobox. */
export function ComboboxList({ id, empty = 'No results.', input, box }: ComboboxListProps) {
  const popover = useRef<HTMLDivElement>(null);
  const { rows, at, recent, take } = box;
  useFloating(true, input, popover);
  const width = rows.some(({ choice }) => choice.detail !== undefined) ? WIDE : LEAST_WIDTH;
  return (
    <div
      ref={popover}
      popover="manual"
      className={styles['popover']}
      style={{ width: Math.max(width, input.current?.offsetWidth ?? 0) }}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the box
    >
      <ChoiceRows label="Choices" onTake={take} {...{ id, rows, at, recent }} />
      {rows.length === 0 && <p className={`muted ${styles['nothing']}`}>{empty}</p>}
      <p role="status" className="sr-only">
        {box.isTyped ? (rows.length === 0 ? empty : formatCount(rows.length, 'result')) : ''}
      </p>
    </div>
  );
}
