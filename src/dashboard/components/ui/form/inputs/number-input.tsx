import type { ComponentProps, KeyboardEvent, Ref } from 'react';
import { addStep, countTyped, parseNumber } from '../../../../lib/decimals.js';
import { decimal } from '../../../../lib/format.js';
import { useDraft } from './use-draft.js';

export interface NumberInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'ref' | 'min' | 'max' | 'step' | 'prefix'
> {
  /** Null when empty, NaN for anything that is not a number. */
  readonly value: number | null | undefined;
  readonly onChange: (value: number | null) => void;
  /** Minimum decimals to show; without it, as typed. */
  readonly decimals?: number | undefined;
  /** Maximum decimals of a value, `decimals` by default. A typed number with more is passed on, to be refused. */
  readonly keep?: number | undefined;
  /** Whether the typed text is not accepted as the value: it stays until it is corrected. */
  readonly refused?: boolean | undefined;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The step of the up and down arrows. */
  readonly step?: number | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A number input: the text stays as typed until the field loses focus; accepts `$1,234.50` and `(3)`. A typed number is
 * never rounded.
 */
export function NumberInput(props: NumberInputProps) {
  const {
    value,
    onChange,
    decimals,
    keep = decimals,
    prefix,
    suffix,
    min,
    max,
    step = 1,
    refused = false,
    onBlur,
    onFocus,
    className = '',
    ...rest
  } = props;
  const { draft, put, leave } = useDraft(Number.isNaN(value) || refused);
  const text = draft ?? formatValue(value, decimals, keep);
  const change = (text: string) => {
    put(text);
    onChange(text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN));
  };
  const nudge = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0 || rest.readOnly) return;
    event.preventDefault();
    const next = addStep(Number.isFinite(value) ? Number(value) : 0, way * step, keep ?? 6);
    put(null);
    onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
  };
  return (
    <span className={`number ${className}`.trim()}>
      {prefix && <span aria-hidden="true">{prefix}</span>}
      <input
        {...rest}
        type="text"
        aria-invalid={refused || rest['aria-invalid']}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={nudge}
        onFocus={(event) => {
          event.target.select();
          onFocus?.(event);
        }}
        onBlur={(event) => {
          leave();
          onBlur?.(event);
        }}
      />
      {suffix && <span aria-hidden="true">{suffix}</span>}
    </span>
  );
}

function formatValue(value: number | null | undefined, decimals: number | undefined, most: number | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (decimals === undefined) return String(value);
  return decimal(value, decimals, Math.max(most ?? 0, countTyped(value, most ?? decimals)));
}
