import { z } from 'zod';
import { toCents } from '../../kernel/cents.js';

/** A price in whole cents of a dollar, not negative, below 10,000,000.00. */
export const Dollars = z
  .number()
  .min(0, 'not negative')
  .lt(10_000_000, 'less than 10,000,000.00')
  .refine((dollars) => toCents(dollars) !== null, 'an amount in dollars with at most 2 decimals');

/** The cents of a price in a row. */
export const readCents = (dollars: unknown): number => Math.round(z.number().parse(dollars) * 100);

/** Accepts one of some words, ignoring case, and returns it in its canonical spelling. */
export const expectOneOf = <W extends string>(words: readonly W[]) =>
  z.string().transform((text, ctx): W => {
    const match = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (match) return match;
    ctx.addIssue({ code: 'custom', message: `one of ${words.join(', ')}` });
    return z.NEVER;
  });
