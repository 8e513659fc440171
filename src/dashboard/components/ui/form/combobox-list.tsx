import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.js';
import { useMedia } from '../../../lib/use-media.js';
import { Icon } from '../icon.js';
import { useFloating } from '../overlay/floating.js';
import type { ComboboxRow, useCombobox } from './use-combobox.js';
import styles from './combobox-list.module.css';

interface ComboboxListProps {
  readonly id: string;
  readonly empty: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: Pick<ReturnType<typeof useCombobox>, 'rows' | 'at' | 'recent' | 'isTyped' | 'take'>;
}

const ROW = 34;
const TOUCH_ROW = 44;
/** How many rows are rendered above and below the visible ones. */
const AROUND = 6;
const IN_SIGHT = 9;
const LEAST_WIDTH = 260;
const WIDE = 460;

/** The list below a combobox. Renders only the visible rows, so that lists of thousands open and filter instantly. */
export function ComboboxList({ id, empty = 'No results.', input, box }: ComboboxListProps) {
  const popover = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useMedia('(pointer: coarse)') ? TOUCH_ROW : ROW;
  const { rows, at } = box;
  useFloating(true, input, popover);
  useLayoutEffect(() => {
    const shown = list.current;
    if (!shown) return;
    if (at * height < shown.scrollTop) shown.scrollTop = at * height;
    const end = (at + 1) * height - shown.clientHeight;
    if (end > shown.scrollTop) shown.scrollTop = end;
  }, [at, height, rows.length]);
  const first = Math.max(0, Math.floor(top / height) - AROUND);
  const inSight = Array.from({ length: IN_SIGHT + 2 * AROUND }, (_, n) => first + n).filter((n) => n < rows.length);
  const drawn = inSight.includes(at) || rows.length === 0 ? inSight : [at, ...inSight];
  const width = rows.some(({ choice }) => choice.detail !== undefined) ? WIDE : LEAST_WIDTH;
  return (
    <div
      ref={popover}
      popover="manual"
      className={styles['popover']}
      style={{ width: Math.max(width, input.current?.offsetWidth ?? 0) }}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the box
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Choices"
        className={styles['list']}
        style={{ maxHeight: IN_SIGHT * height }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: rows.length * height }} />
        {drawn.map((n) => (
          <Row key={n} id={`${id}-${n}`} row={rows[n]} n={n} height={height} box={box} />
        ))}
      </div>
      {rows.length === 0 && <p className={`muted ${styles['nothing']}`}>{empty}</p>}
      <p role="status" className="sr-only">
        {box.isTyped ? (rows.length === 0 ? empty : formatCount(rows.length, 'result')) : ''}
      </p>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: ComboboxRow | undefined;
  readonly n: number;
  readonly height: number;
  readonly box: ComboboxListProps['box'];
}

function Row({ id, row, n, height, box }: RowProps) {
  if (!row) return null;
  const { label, detail, figure, value } = row.choice;
  const isRecent = row.kind === 'choice' && box.recent.includes(value);
  return (
    <div
      id={id}
      role="option"
      aria-selected={n === box.at}
      aria-setsize={box.rows.length}
      aria-posinset={n + 1}
      className={styles['row']}
      data-kind={row.kind}
      style={{ top: n * height, height }}
      title={detail ? `${label}, ${detail}` : label}
      onClick={() => box.take(row)}
    >
      {row.kind === 'create' && <Icon name="plus" size={14} />}
      <span className={row.kind === 'none' ? 'muted' : styles['label']}>
        {row.kind === 'create' ? `Create “${label}”` : label}
      </span>
      {isRecent && (
        <span className={styles['recent']}>
          <Icon name="clock" size={12} />
          <span className="sr-only">recent</span>
        </span>
      )}
      {detail !== undefined && <span className={`muted ${styles['detail']}`}>{detail}</span>}
      {figure !== undefined && <span className={styles['figure']}>{figure}</span>}
    </div>
  );
}
