import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { Icon } from '../../icon.js';
import type { ControlProps } from '../field.js';
import { type ComboboxState, useCombobox } from './use-combobox.js';
import styles from './combobox.module.css';
import { present } from '../../../../../domain/kernel/objects.js';
import { loadLazily } from '../../load-lazily.js';

/** The properties of a choice of one, as a select or a combobox. */
export interface ComboboxProps extends ComboboxState, Partial<ControlProps> {
  readonly label: string;
  /** The placeholder when nothing is chosen; by default the label for none. */
  readonly placeholder?: string | undefined;
  /** The text of a list without options, which explains why. */
  readonly empty?: string | undefined;
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Shows the choice and takes the focus, but cannot be changed. */
  readonly readOnly?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly ref?: Ref<HTMLElement> | undefined;
}

const List = loadLazily(() => import('./combobox-list.js').then((m) => m.ComboboxList));

/**
 * A choice of one from a long list: type words to filter it; arrows, Home and End move; Enter or Tab chooses; Escape
 * closes. Only the code of the list loads later, so no key is lost.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, empty, name, title, disabled = false, readOnly = false, ...others } = props;
  const { className = '', onBlur, ref, ...rest } = others;
  const { options, value, storedName, onChange, none, recent, onCreate, id: givenId, ...aria } = rest;
  const ownId = useId();
  const id = givenId ?? ownId;
  const box = useCombobox({ options, value, storedName, onChange, none, recent, onCreate });
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => present(input.current)); // set before effects run
  useEffect(() => {
    if (!box.open && document.activeElement === input.current) input.current?.select(); // the next typed text replaces it
  }, [box.open]);
  const canClear = none !== undefined && value !== '' && !disabled && !readOnly;
  return (
    <span className={`${styles['combobox']} ${className}`.trim()}>
      <input
        {...aria}
        {...{ id, name, title, disabled, readOnly }}
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
          if (readOnly) return;
          if (!box.open) event.currentTarget.select();
          box.show();
        }}
        onPointerEnter={() => List.prefetch()}
        onFocus={(event) => {
          List.prefetch();
          if (!box.isTyped) event.currentTarget.select();
        }}
        onKeyDown={readOnly ? undefined : box.onKeyDown}
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
      <span className={styles['arrow']}>
        <Icon name="down" size={14} />
      </span>
      {box.open && <List id={id} empty={options.length === 0 ? empty : undefined} input={input} box={box} />}
    </span>
  );
}
