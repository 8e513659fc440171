import { COST_UNKNOWN } from '../../pricing/unknown-cost.js';
import type { SheetCell } from './sheet.js';

/** An order's cost or profit as a cell; an unknown one shows that it is unknown. */
export const costCell = (isKnown: boolean, value: SheetCell): SheetCell => (isKnown ? value : COST_UNKNOWN);
