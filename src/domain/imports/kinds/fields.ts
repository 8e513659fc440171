import { z } from 'zod';
import { toCents } from '../../kernel/cents.js';

/** A price in whole cents of a dollar, not negative, below 10,000,000.00. */
export const Dollars = z
  .number()
  .min(0, 'not negative')
  .lt(10_000_000, 'less than 10,000,000.00')
  .refine((dollars) => toCents(dollars) !== null, 'dollars with at most 2 decimals');
