import { z } from 'zod';
import { unknownCosts } from './unknown-cost.js';

/** Why the cost of an order is unknown; empty if it is known. */
export const CostUnknown = z.array(z.enum(unknownCosts));

/** How many orders the sums of cost and profit leave out because their cost is unknown. */
export const LeftOut = z.int();
