import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { decimalsProblem } from '../../lib/decimals.js';
import { describeFailure } from '../../lib/server/failure.js';
import { ApiError } from '../../lib/server/api.js';
import { NumberInput, type NumberInputProps } from '../ui/form/inputs/number-input.js';
import { useToast } from '../ui/overlay/toast.js';
import styles from './inline-figure.module.css';

interface InlineProps {
  /** What the figure is, `Retail price of Ramp`. */
  readonly label: string;
  /** The area that an error names, `Addon`. */
  readonly area: string;
  readonly value: number;
  /** Formats the figure, in the cell and in messages. */
  readonly format: (value: number) => string;
  /** Decimals, sign and limits of the input. */
  readonly input: Pick<NumberInputProps, 'decimals' | 'keep' | 'prefix' | 'suffix' | 'step' | 'min'>;
  /** Why a value is refused; null if it is valid. */
  readonly check?: (value: number) => string | null;
  /**
   * Stores a value, unless the record is newer than the one shown or, for an undo, newer than `revision`. Returns the
   * new revision, if there is one.
   */
  readonly store: (to: number, from: number, revision?: number) => Promise<number | undefined>;
  /** Whether the user may change it here; if not, it is read-only. */
  readonly editable: boolean;
}

/**
 * A figure of a list that is changed in place: click or Enter opens it, Enter or leaving saves, Escape cancels. The
 * toast offers Undo, which the server refuses if the figure was changed meanwhile.
 */
export function InlineFigure({ label, area, value, format, input, check, store, editable }: InlineProps): ReactNode {
  const toast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<number | null>(null);
  const [open, setOpen] = useState(false);
  const [savedChange, setSavedChange] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [returns, setReturns] = useState(false);
  if (savedChange !== null && savedChange.from !== value) setSavedChange(null); // the list has a newer value
  const visibleValue = savedChange?.from === value ? savedChange.to : value; // until then
  useEffect(() => {
    if (!open && returns) button.current?.focus();
  }, [open, returns]);
  if (!editable) return format(value);
  const fail = (error: unknown, isUndo: boolean) => {
    setSavedChange(null);
    const isStale = error instanceof ApiError && error.status === 409;
    toast.error(isStale && isUndo ? `${error.msg} It was not undone.` : describeFailure(area, error));
  };
  const undo = async (to: number, from: number, revision: number | undefined) => {
    try {
      await store(to, from, revision);
      setSavedChange(null);
      toast.success(`${label} is ${format(to)} again.`);
    } catch (error) {
      fail(error, true);
    }
  };
  const put = async (to: number, from: number) => {
    setSavedChange({ from: value, to });
    try {
      const revision = await store(to, from);
      toast.success(`${label}: ${format(from)} → ${format(to)}`, () => void undo(from, to, revision));
    } catch (error) {
      fail(error, false);
    }
  };
  const tooFine = (value: number): string | null => {
    const most = input.keep ?? input.decimals;
    const problem = most === undefined ? null : decimalsProblem(value, most);
    return problem && `${label} ${problem}`;
  };
  const close = (byKey: boolean) => {
    setReturns(byKey);
    setOpen(false);
  };
  const save = (byKey: boolean) => {
    if (!open) return;
    const problem = findProblem(draft, label) ?? (draft === null ? null : (check?.(draft) ?? tooFine(draft)));
    if (problem !== null) {
      toast.error(problem);
      if (!byKey) close(false);
      return;
    }
    close(byKey);
    if (draft === null || draft === visibleValue) return;
    void put(draft, visibleValue);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (open)
    return (
      <span className={styles['inline-input']} onKeyDownCapture={onKeyDown}>
        <NumberInput
          {...input}
          autoFocus
          aria-label={label}
          value={draft}
          onChange={setDraft}
          onBlur={() => save(false)}
        />
      </span>
    );
  return (
    <button
      ref={button}
      type="button"
      className={styles['inline-figure']}
      aria-label={`${format(visibleValue)}, change ${label}`}
      onClick={() => {
        setDraft(visibleValue);
        setOpen(true);
      }}
    >
      {format(visibleValue)}
    </button>
  );
}

const findProblem = (value: number | null, label: string): string | null =>
  Number.isNaN(value)
    ? `${label} must be a number`
    : value !== null && value < 0
      ? `${label} must not be negative`
      : null;
