import { day } from '../../../lib/format.js';

interface Window {
  readonly from: string;
  readonly to: string;
}

/** The dates a date field accepts; any date without a window. */
export const limitDays = (window: Window | null): { min?: string; max?: string } =>
  window ? { min: window.from, max: window.to } : {};

/** `Today, 11/18/2026`, `11/14/2026 to 11/22/2026`. */
export const describeWindow = ({ from, to }: Window): string =>
  from === to ? `Today, ${day(from)}` : `${day(from)} to ${day(to)}`;
