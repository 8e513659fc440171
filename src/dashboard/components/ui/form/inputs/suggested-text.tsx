import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type FieldPath, type FieldValues, type RegisterOptions, useController } from 'react-hook-form';
import { type Choice, searchChoices } from '../combobox/choices.js';
import type { ComboboxRow } from '../combobox/use-combobox.js';
import styles from '../combobox/combobox.module.css';
import { present } from '../../../../../domain/kernel/objects.js';
import { loadLazily } from '../../load-lazily.js';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'list'>;

interface SuggestedTextProps extends InputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The suggested texts, by label; the search includes the detail. */
  readonly suggestions: readonly Choice[];
  readonly ref?: Ref<HTMLElement> | undefined;
}

const List = loadLazily(() => import('../combobox/combobox-list.js').then((m) => m.ComboboxList));
const none: readonly string[] = [];

/**
 * A text field with matching suggestions below: arrows select one, Enter or Tab accepts it, Escape closes. Any other
 * text is valid too.
 */
export function SuggestedText(props: SuggestedTextProps) {
  const {
    value,
    onChange,
    suggestions,
    ref,
    id: givenId,
    className,
    readOnly = false,
    onBlur,
    onFocus,
    ...rest
  } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => present(input.current)); // set before effects run
  const box = useSuggestions({ value, onChange, suggestions, readOnly });
  return (
    <span className={`${styles['combobox']} ${styles['suggested']} ${className ?? ''}`.trim()}>
      <input
        {...rest}
        {...{ id, readOnly, value }}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={box.open}
        aria-controls={box.open ? `${id}-list` : undefined}
        aria-activedescendant={box.open && box.at >= 0 ? `${id}-${box.at}` : undefined}
        onChange={(event) => box.type(event.target.value)}
        onClick={box.show}
        onFocus={(event) => {
          List.prefetch();
          onFocus?.(event);
        }}
        onKeyDown={box.onKeyDown}
        onBlur={(event) => {
          box.close();
          onBlur?.(event);
        }}
      />
      {box.open && <List id={id} empty={undefined} input={input} box={box} />}
    </span>
  );
}

interface FieldTextProps<V extends FieldValues> extends InputProps {
  readonly name: FieldPath<V>;
  readonly rules?: Pick<RegisterOptions<V, FieldPath<V>>, 'required' | 'validate'>;
  readonly suggestions: readonly Choice[];
}

/** The same as a form field. */
export function SuggestedFieldText<V extends FieldValues>({ name, rules = {}, ...rest }: FieldTextProps<V>) {
  const { field } = useController<V, FieldPath<V>>({ name, rules });
  const { ref, onBlur, onChange } = field;
  return <SuggestedText {...rest} {...{ name, ref, onBlur, onChange }} value={String(field.value ?? '')} />;
}

/** Turns texts into suggestions. */
export const toSuggestions = (texts: readonly string[]): Choice[] =>
  texts.map((text) => ({ value: text, label: text }));

type State = Pick<SuggestedTextProps, 'value' | 'onChange' | 'suggestions'> & { readonly readOnly: boolean };

/** The matching rows, the active one (none until a key selects it), and the key handler. */
function useSuggestions({ value, onChange, suggestions, readOnly }: State) {
  const [isActive, setWanted] = useState(false);
  const [at, setAt] = useState(-1);
  const matches = useMemo(() => (isActive ? searchChoices(suggestions, value) : []), [isActive, suggestions, value]);
  const isOnlyItself = matches.length === 1 && matches[0]?.label === value;
  const rows: ComboboxRow[] = isOnlyItself ? [] : matches.map((choice) => ({ kind: 'choice', choice }));
  const open = isActive && !readOnly && rows.length > 0;
  const show = () => {
    setAt(-1);
    setWanted(true);
  };
  const close = () => setWanted(false);
  const take = (row: ComboboxRow | undefined) => {
    close();
    if (row) onChange(row.choice.label);
  };
  const type = (text: string) => {
    show();
    onChange(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!open) return show();
      return setAt(at < 0 && step < 0 ? rows.length - 1 : (at + step + rows.length) % rows.length);
    }
    if (!open) return;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (at >= 0 && (key === 'Enter' || key === 'Tab')) {
      if (key === 'Enter') event.preventDefault();
      take(rows[at]);
    }
  };
  return { open, rows, at, take, type, show, close, onKeyDown, recent: none, isTyped: value !== '' };
}
