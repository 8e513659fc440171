import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../../lib/format.js';
import { useMedia } from '../../../lib/use-media.js';
import { Icon } from '../icon.js';
import { useFloating } from '../overlay/floating.js';
import type { ControlProps } from './field.js';
import { type ComboboxRow, type ComboboxStart, type ComboboxState, useCombobox } from './use-combobox.js';
import styles from './combobox.module.css';
import frame from './select.module.css';

/** The properties of a choice of one, as a select or a combobox. */
export interface ComboboxProps extends ComboboxState, Partial<ControlProps> {
  readonly label: string;
  /** What the box says when nothing is chosen; by default what stands for none. */
  readonly placeholder?: string | undefined;
  /** What the list says without options: why there are none. */
  readonly empty?: string | undefined;
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** A combobox that takes over from the box shown while it was loaded, and what a person did there. */
export interface LoadedProps extends ComboboxProps {
  readonly start?: ComboboxStart;
}

/**
 * A choice of one from a long list: type words to narrow it, arrows, Home and End to move, Enter or Tab to take, Escape
 * to close. Draws only the rows in sight, so that thousands open and filter at once.
 */
export function Combobox(props: LoadedProps) {
  const { label, placeholder, empty, name, title, disabled = false, start, ...others } = props;
  const { className = '', onBlur, ref, ...rest } = others;
  const { options, value, onChange, none, recent, onCreate, id: givenId, ...aria } = rest;
  const ownId = useId();
  const id = givenId ?? ownId;
  const box = useCombobox({ options, value, onChange, none, recent, onCreate }, start);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLElement); // set before effects run
  useEffect(() => {
    if (!box.open && document.activeElement === input.current) input.current?.select(); // what is typed next replaces it
  }, [box.open]);
  const canClear = none !== undefined && value !== '' && !disabled;
  return (
    <span className={`${frame['combobox']} ${className}`.trim()}>
      <input
        {...aria}
        {...{ id, name, title, disabled }}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={givenId ? undefined : label}
        aria-autocomplete="list"
        aria-expanded={box.open}
        aria-controls={box.open ? `${id}-list` : undefined}
        aria-activedescendant={box.open && box.rows.length > 0 ? `${id}-${box.at}` : undefined}
        className={canClear ? styles['clearable'] : undefined}
        placeholder={placeholder ?? none}
        data-value={value}
        value={box.text}
        onChange={(event) => box.type(event.target.value)}
        onClick={(event) => {
          if (!box.open) event.currentTarget.select();
          box.show();
        }}
        autoFocus={start?.focus}
        onFocus={(event) => {
          if (!box.isTyped) event.currentTarget.select();
        }}
        onKeyDown={box.onKeyDown}
        onBlur={() => {
          box.leave();
          onBlur?.();
        }}
      />
      {canClear && (
        <button
          type="button"
          tabIndex={-1}
          className={styles['clear']}
          aria-label="Remove choice"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            box.clear();
            input.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      <span className={frame['arrow']}>
        <Icon name="down" size={14} />
      </span>
      {box.open && <Options id={id} empty={options.length === 0 ? empty : undefined} input={input} box={box} />}
    </span>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly empty: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: ReturnType<typeof useCombobox>;
}

const ROW = 34;
const TOUCH_ROW = 44;
/** Rows drawn above and below those in sight. */
const AROUND = 6;
const IN_SIGHT = 9;
const LEAST_WIDTH = 260;
const WIDE = 460;

function Options({ id, empty = 'No results.', input, box }: OptionsProps) {
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
  readonly box: OptionsProps['box'];
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
