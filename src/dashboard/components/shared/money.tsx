import { money } from '../../lib/format.js';

/** Dollars in tabular figures; losses in red with a minus sign. */
export const Money = ({ value }: { value: number | null | undefined }) => (
  <span className={typeof value === 'number' && value < 0 ? 'figure loss' : 'figure'}>{money(value)}</span>
);
