import type { ComponentProps, Ref } from 'react';
import { day, parseDay } from '../../../../lib/format.js';
import { Button } from '../../button.js';
import { usePopover } from '../../overlay/floating.js';
import menu from '../../overlay/menu.module.css';
import { loadLazily } from '../../load-lazily.js';
import { useDraft } from './use-draft.js';

const Calendar = loadLazily(() => import('./calendar.js').then((m) => m.Calendar));

interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'min' | 'max'> {
  readonly label: string;
  /** `2026-03-02`; null or empty for none, 'invalid' for anything that is not a date. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly min?: string;
  readonly max?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A date typed as MM/DD/YYYY or chosen from a calendar. */
export function DayInput({ label, value, onChange, min, max, ref, readOnly = false, onBlur, ...rest }: DayInputProps) {
  const { draft, put, leave } = useDraft(value === 'invalid');
  const change = (text: string) => {
    put(text);
    onChange(text.trim() === '' ? null : (parseDay(text) ?? 'invalid'));
  };
  const choose = (day: string) => {
    put(null);
    onChange(day);
  };
  return (
    <span className="day">
      <input
        {...rest}
        ref={ref}
        type="text"
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        autoComplete="off"
        readOnly={readOnly}
        value={draft ?? day(value)}
        onChange={(event) => change(event.target.value)}
        onBlur={(event) => {
          leave();
          onBlur?.(event);
        }}
      />
      {!readOnly && (
        <CalendarButton
          label={`Choose ${label}`}
          value={value && value !== 'invalid' ? value : null}
          {...{ min, max }}
          onChoose={choose}
        />
      )}
    </span>
  );
}

interface CalendarButtonProps {
  readonly label: string;
  readonly value: string | null;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** Opens the calendar; choosing a day or Escape closes it and returns the focus. */
function CalendarButton({ label, onChoose, ...calendar }: CalendarButtonProps) {
  const { open, anchorProps, boxProps, isAnchor, leave, close } = usePopover('start', letCalendarFocus);
  return (
    <>
      <Button kind="text" icon="calendar" iconOnly {...anchorProps} aria-haspopup="dialog">
        {label}
      </Button>
      {open && (
        <div
          {...boxProps}
          role="dialog"
          aria-label={label}
          className={menu['menu']}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            close();
          }}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next && !event.currentTarget.contains(next) && !isAnchor(next)) leave();
          }}
        >
          <Calendar
            meanwhile={<p className="muted">Opening the calendar…</p>}
            {...calendar}
            onChoose={(day) => {
              onChoose(day);
              close();
            }}
          />
        </div>
      )}
    </>
  );
}

/** The calendar takes the focus when its code has loaded. */
const letCalendarFocus = () => undefined;
