import { z } from 'zod';
import { isOneLine, isPlain, withoutOverrides } from '../text/plain-text.js';

const text = (message: string) => z.string(message).overwrite(withoutOverrides).trim();

/** A single-line text, such as a name or number, trimmed. Control characters and line breaks are refused. */
export const OneLine = (message = 'must be text') =>
  text(message).refine(isOneLine, 'must be one line without control characters');

/** A text that may have several lines, trimmed: a message, a note, an address. Other control characters are refused. */
export const PlainText = (message = 'must be text') =>
  text(message).refine(isPlain, 'must not contain control characters');

/** A required line; `message` is shown if it is missing. */
export const RequiredText = (message: string, most = 200) =>
  OneLine(message).min(1, message).max(most, `must be at most ${most} characters`);

/** A line that may be empty. */
export const OptionalText = (most = 200) => OneLine().max(most, `must be at most ${most} characters`).default('');

/**
 * Whether a number is a multiple of `1 / parts`, up to floating-point error. A nonzero value that rounds to 0 is not.
 */
const isCountColumn = (parts: number) => (value: number) => {
  const count = Math.round(value * parts);
  return Math.abs(value * parts - count) < 1e-6 && (count !== 0 || value === 0);
};
const decimals = isCountColumn(1e4);
/** Whether a percent or an amount has at most 2 decimals. */
export const hundredths = isCountColumn(100);

const upTo = (message: string, most: number) =>
  z
    .number(message)
    .min(0, 'must not be negative')
    .lt(most, `must be less than ${most.toLocaleString('en-US')}`)
    .refine(decimals, 'must have at most 4 decimals');

/** A unit price or cost in dollars with up to four decimals (P0). */
export const UnitPrice = (message = 'must be a number') => upTo(message, 10_000_000);
/** A quantity or a count of units (P0). */
export const Quantity = (message = 'must be a number') => upTo(message, 100_000);
/** A quantity in stock, which may be negative. */
export const StockQuantity = (message = 'must be a number') =>
  z
    .number(message)
    .gt(-100_000, 'must be more than -100,000')
    .lt(100_000, 'must be less than 100,000')
    .refine(decimals, 'must have at most 4 decimals');
/** A percent; `61.25` means 61.25 % (P0). */
export const Percent = (message = 'must be a number') => upTo(message, 1001).max(1000, 'must be at most 1,000');
/** A percent as entered in the forms of shops and the company, in steps of 0.01, at most `most`. */
export const PercentStep = (most: number, message = 'must be a number') =>
  z
    .number(message)
    .min(0, 'must not be negative')
    .max(most, `must be at most ${most.toLocaleString('en-US')}`)
    .refine(hundredths, 'must have at most 2 decimals');
/** Width or length in feet (P0). */
export const Feet = (message = 'must be a number') => upTo(message, 1000).gte(0.0001, 'must be more than 0');
/** The ID of a record. */
export const Id = z.uuid('is not a valid ID');

/** Which page of a list, and how many rows it has. */
export const getPaging = (size: number) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(size),
});
/** The ID of another record. */
export const Ref = (message = 'is required') => z.uuid(message);
/** A reference to a record, with its name. */
export const NamedRecord = z.object({ _id: z.uuid(), name: z.string() });
/** Accepts a record's ID, or the whole record; yields its ID. */
export const RefTo = (message?: string) =>
  z.union([Id, z.object({ _id: Id })], message).transform((ref) => (typeof ref === 'string' ? ref : ref._id));

/** A date such as `2026-03-02`, within a range of years that is plausible for sales. */
export const Day = z.iso
  .date('must be a date such as 2026-03-02')
  .refine((day) => day >= '1990' && day < '2201', 'must be between 1990 and 2200');

/** The search text of a list. */
export const Search = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !text.includes('\0'), 'contains a character that cannot be searched')
  .optional();

/** Refuses rows with the same value in a field, ignoring case; for `superRefine` of a list. */
export const noneTwice =
  <F extends string>(field: F) =>
  (rows: readonly Readonly<Record<F, string>>[], ctx: z.RefinementCtx): void => {
    const seenValues = new Set<string>();
    rows.forEach((row, n) => {
      const key = row[field].toLowerCase();
      if (seenValues.has(key)) ctx.addIssue({ code: 'custom', path: [n, field], message: 'is a duplicate' });
      seenValues.add(key);
    });
  };

/** The same answer for office and shop; none for builders, who see no money. */
export const officeAndShop = <S extends z.ZodType>(schema: S) => ({ office: schema, shop: schema });
