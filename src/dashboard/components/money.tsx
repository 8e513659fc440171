import { fraction, money, percent } from '../lib/format.js';

/** Dollars in tabular figures; losses red with a minus. */
export const Money = ({ value }: { value: number | null | undefined }) => (
  <span className={typeof value === 'number' && value < 0 ? 'figure loss' : 'figure'}>{money(value)}</span>
);

/** 61.25 as `61.25%`. */
export const Percent = ({ value }: { value: number | null | undefined }) => (
  <span className={typeof value === 'number' && value < 0 ? 'figure loss' : 'figure'}>{percent(value)}</span>
);

/** A fraction, 0.1534, as `15.34%`. */
export const Fraction = ({ value }: { value: number | null | undefined }) => (
  <span className={typeof value === 'number' && value < 0 ? 'figure loss' : 'figure'}>{fraction(value)}</span>
);
