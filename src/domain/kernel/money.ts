import { z } from 'zod';
import { type Cents, cents, MAX_CENTS, toCents } from './cents.js';

const fromDollars = (dollars: number, issues: { addIssue: (message: string) => void }): Cents => {
  const value = toCents(dollars);
  if (value === null) issues.addIssue('must be an amount in dollars with at most 2 decimals');
  else if (Math.abs(value) >= MAX_CENTS) issues.addIssue('must be less than 10,000,000.00');
  return value ?? cents(0);
};

/** Dollars on the wire (at most 2 decimals, |amount| < 10,000,000.00), cents inside. */
export const Money = z.codec(z.number(), z.custom<Cents>(Number.isSafeInteger), {
  decode: (dollars, ctx) =>
    fromDollars(dollars, {
      addIssue: (message) => void ctx.issues.push({ code: 'custom', message, input: dollars }),
    }),
  encode: (amount) => amount / 100,
});

/** A computed amount: dollars on the wire, cents inside. The limit of entered amounts does not apply. */
export const Total = z.codec(z.number(), z.custom<Cents>(Number.isSafeInteger), {
  decode: (dollars) => Math.round(dollars * 100) as Cents, // computed totals have no limit (P0)
  encode: (amount) => amount / 100,
});
