import { COST_UNKNOWN } from '../../pricing/unknown-cost.js';
import type { SheetCell } from './sheet.js';

/** A cost or a profit of an order as a cell; one that is not known says so. */
export const costCell = (isKnown: boolean, value: SheetCell): SheetCell => (isKnown ? value : COST_UNKNOWN);
