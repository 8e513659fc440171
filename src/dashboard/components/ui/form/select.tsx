import { type ComponentType, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '../icon.js';
import type { ComboboxProps, LoadedProps } from './combobox.js';
import type { ComboboxStart } from './use-combobox.js';
import styles from './select.module.css';

/** The longest list that is shown whole, as a native select. */
const SHORT = 10;

/**
 * A choice of one: a native select for a short list of fixed choices; a combobox for a list of more than ten and for
 * records, whose recent choices come first.
 */
export function Select(props: ComboboxProps) {
  const { options, value, onChange, none, recent, onCreate, label, placeholder, empty, ref, ...rest } = props;
  if (options.length > SHORT || recent !== undefined || onCreate) return <LoadedCombobox {...props} />;
  const blank = none ?? placeholder;
  return (
    <select
      {...rest}
      ref={ref as Ref<HTMLSelectElement>} // an element either way
      aria-label={rest.id ? undefined : label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {blank !== undefined && <option value="">{blank}</option>}
      {options.length === 0 && empty !== undefined && <option disabled>{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.detail ? `${option.label} (${option.detail})` : option.label}
        </option>
      ))}
    </select>
  );
}

let loaded: ComponentType<LoadedProps> | null = null;

/** The combobox, loaded when a person points at it or focuses it; what is typed meanwhile is handed over. */
function LoadedCombobox(props: ComboboxProps) {
  const { options, value, onChange, none, recent: _, onCreate: __, label, placeholder, empty: ___, ...rest } = props;
  const { ref, className = '', onBlur, ...input } = rest;
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [start, setStart] = useState<ComboboxStart | null>(null);
  const [isReady] = useState(loaded !== null);
  const opens = useRef(false);
  useImperativeHandle(ref, () => box.current as HTMLElement); // set before effects run
  const Combobox = loaded;
  if (Combobox && isReady) return <Combobox {...props} />;
  // replaced only by its own load, which knows about the focus; what was typed until now goes along
  if (Combobox && start) return <Combobox {...props} start={start.focus ? { ...start, typed } : start} />;
  const load = async () => {
    loaded ??= (await import('./combobox.js')).Combobox;
    const isFocused = box.current !== null && document.activeElement === box.current;
    setStart({ focus: isFocused, open: isFocused && opens.current, typed: null });
  };
  const open = () => {
    opens.current = true;
    void load();
  };
  return (
    <span className={`${styles['combobox']} ${className}`.trim()}>
      <input
        {...input}
        ref={box}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-label={input.id ? undefined : label}
        aria-expanded={false}
        placeholder={placeholder ?? none}
        data-value={value}
        value={typed ?? options.find((option) => option.value === value)?.label ?? ''}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={open}
        onChange={(event) => {
          setTyped(event.target.value);
          open();
        }}
        onKeyDown={(event) => {
          if (!/^Arrow(Up|Down)$/.test(event.key)) return;
          event.preventDefault();
          open();
        }}
        onBlur={() => {
          if (typed === '' && none !== undefined) onChange('');
          setTyped(null);
          onBlur?.();
        }}
      />
      <span className={styles['arrow']}>
        <Icon name="down" size={14} />
      </span>
    </span>
  );
}
