import { DayPicker, type Matcher } from 'react-day-picker';
import styles from './calendar.module.css';

interface CalendarProps {
  /** `2026-03-02`, or null for none. */
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
  /** The first and last days that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A month to choose a day from; the focus starts on the chosen day or today, and arrow keys move it. */
export function Calendar({ value, onChoose, min, max }: CalendarProps) {
  const selectedDay = value === null ? undefined : toDate(value);
  const outside: Matcher[] = [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])];
  return (
    <DayPicker
      mode="single"
      autoFocus
      classNames={classNames}
      selected={selectedDay}
      defaultMonth={selectedDay ?? (max ? toDate(max) : new Date())}
      {...(min && { startMonth: toDate(min) })}
      {...(max && { endMonth: toDate(max) })}
      disabled={outside}
      onDayClick={(day, { disabled }) => {
        if (!disabled) onChoose(toText(day));
      }}
    />
  );
}

const style = (name: string): string => styles[name] ?? name;

const classNames = {
  root: style('calendar'),
  months: style('months'),
  nav: style('nav'),
  button_previous: 'btn btn-text btn-small btn-icon',
  button_next: 'btn btn-text btn-small btn-icon',
  chevron: style('chevron'),
  month_caption: style('caption'),
  month_grid: style('grid'),
  weekday: style('weekday'),
  day: style('day'),
  day_button: style('day-button'),
  today: style('today'),
  selected: style('selected'),
  outside: style('outside'),
  disabled: style('disabled'),
};

/** Noon on that day, so that daylight saving time cannot move it to another day. */
function toDate(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

const toText = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
