import { useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from '../../../../lib/use-media.js';
import { Icon } from '../../icon.js';
import type { ComboboxRow } from '../combobox/use-combobox.js';
import styles from '../combobox/combobox-list.module.css';

interface ChoiceRowsProps {
  /** The ID of the box that the list belongs to. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly ComboboxRow[];
  /** The active row. */
  readonly at: number;
  /** The values chosen lately, which have a clock. */
  readonly recent: readonly string[];
  /** The chosen values, which have a check mark, where the list shows choices that were made. */
  readonly chosenValues?: ReadonlySet<string>;
  /** More than one can be chosen. */
  readonly several?: boolean;
  readonly onTake: (row: ComboboxRow) => void;
}

const ROW = 34;
const TOUCH_ROW = 44;
/** Rows drawn above and below those in sight. */
const AROUND = 6;
const IN_SIGHT = 9;

/** The rows of a list to choose from: draws only those in sight, so that thousands open and filter at once. */
export function ChoiceRows({ id, label, rows, at, several = false, ...row }: ChoiceRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useMedia('(pointer: coarse)') ? TOUCH_ROW : ROW;
  useLayoutEffect(() => {
    const listElement = list.current;
    if (!listElement) return;
    if (at * height < listElement.scrollTop) listElement.scrollTop = at * height;
    const end = (at + 1) * height - listElement.clientHeight;
    if (end > listElement.scrollTop) listElement.scrollTop = end;
  }, [at, height, rows.length]);
  const first = Math.max(0, Math.floor(top / height) - AROUND);
  const inSight = Array.from({ length: IN_SIGHT + 2 * AROUND }, (_, n) => first + n).filter((n) => n < rows.length);
  const rendered = inSight.includes(at) || rows.length === 0 ? inSight : [at, ...inSight];
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-multiselectable={several || undefined}
      className={styles['list']}
      style={{ maxHeight: IN_SIGHT * height }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: rows.length * height }} />
      {rendered.map((n) => {
        const one = rows[n];
        const place = { id: `${id}-${n}`, n, of: rows.length, height, isActive: n === at };
        return one && <Row key={n} {...row} {...place} row={one} />;
      })}
    </div>
  );
}

interface RowProps extends Pick<ChoiceRowsProps, 'recent' | 'chosenValues' | 'onTake'> {
  readonly id: string;
  readonly row: ComboboxRow;
  readonly n: number;
  readonly of: number;
  readonly height: number;
  readonly isActive: boolean;
}

function Row({ id, row, n, of, height, isActive, recent, chosenValues, onTake }: RowProps) {
  const { label, detail, figure, value } = row.choice;
  const isRecent = row.kind === 'choice' && recent.includes(value);
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosenValues ? chosenValues.has(value) : isActive}
      aria-setsize={of}
      aria-posinset={n + 1}
      className={styles['row']}
      data-kind={row.kind}
      data-active={isActive || undefined}
      style={{ top: n * height, height }}
      title={detail ? `${label}, ${detail}` : label}
      onClick={() => onTake(row)}
    >
      {chosenValues && (
        <span className={styles['mark']}>{chosenValues.has(value) && <Icon name="check" size={14} />}</span>
      )}
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
