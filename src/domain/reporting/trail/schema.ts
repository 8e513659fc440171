import { z } from 'zod';
import { Day, NamedRecord } from '../../kernel/records/fields.js';
import { paging } from '../../kernel/records/long-list.js';
import { ReportFilter } from '../reports/filter.js';
import { RangeAnswer } from '../reports/invoices/invoice-schema.js';
import { RangeName } from '../reports/range.js';
import { trailSources } from './rules.js';

const Word = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500)
  .refine((text) => !text.includes('\0'), 'contains a character that cannot be searched')
  .optional();

const Amount = z.coerce.number('must be an amount in dollars').min(0, 'must not be negative').max(1e12).optional();

/** The filters of the history. Each is optional, and all must match. */
export const narrowing = {
  /** The ID of a user or an API key, or the name of a program such as `cli`. */
  person: Word,
  /** The kind of record, such as `order`. */
  recordKind: Word,
  /** The ID of a record, or its number or name. */
  record: Word,
  /** The action, such as `change`. */
  action: Word,
  /** A field that was changed, such as `status`. */
  field: Word,
  /** Dollars: the minimum and maximum of the largest amount in the change. */
  amountFrom: Amount,
  amountTo: Amount,
  source: z.enum(trailSources, `must be one of: ${trailSources.join(', ')}`).optional(),
  /** The name of the source: a file, a screen's address, a command. */
  origin: Word,
};

/** A filter of the history, with the days of a report. */
export const TrailFilter = ReportFilter.pick({ dates: true, range: true }).extend(narrowing);
export type TrailFilter = z.output<typeof TrailFilter>;

const { page, size, cursor } = paging;
export const ListTrail = z
  .object({
    range: RangeName.optional(),
    /** The first and the last day, in the company's time zone. They take precedence over the range. */
    from: Day.optional(),
    to: Day.optional(),
    ...narrowing,
    page,
    size: size.default(50),
    cursor,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'must not be before the first day',
  });
export type ListTrail = z.output<typeof ListTrail>;

const Change = z.object({ field: z.string(), from: z.json().nullable(), to: z.json().nullable() });

const Entry = z.object({
  _id: z.uuid(),
  at: z.string(),
  /** Who made the change: a user, an API key, or a program without an ID. */
  by: z.object({ _id: z.uuid().nullable(), name: z.string() }),
  action: z.string(),
  recordKind: z.string(),
  /** The record, or the first of several; null if the change concerns no record. */
  record: z.object({ _id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** How many records the change concerns. */
  records: z.int(),
  shop: NamedRecord.nullable(),
  source: z.enum(trailSources),
  /** The file, the address of the screen or the command; null if it was not recorded. */
  origin: z.string().nullable(),
  /** The largest amount in the change, in dollars. */
  amount: z.number().nullable(),
  changes: z.array(Change),
});
export type TrailEntry = z.output<typeof Entry>;

/** A page of the history, newest first. `total` counts at most 10,000; `more` is true if there are more. */
export const TrailPage = z.object({
  items: z.array(Entry),
  total: z.int(),
  more: z.boolean(),
  nextCursor: z.string().nullable().optional(),
});

const Choices = z.array(z.object({ _id: z.string(), name: z.string() }));
/** The values that the filters of the history offer, which are those that occur in it. */
export const TrailChoices = z.object({ persons: Choices, recordKinds: Choices, actions: Choices, fields: Choices });

/** The history as a report, with a row for each changed field, newest first. */
export const TrailReport = z.object({
  range: RangeAnswer,
  total: z.int(),
  rows: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      action: z.string(),
      recordKind: z.string(),
      record: z.string().nullable(),
      records: z.int(),
      shop: z.string().nullable(),
      field: z.string().nullable(),
      from: z.json().nullable(),
      to: z.json().nullable(),
      amount: z.number().nullable(),
      source: z.enum(trailSources),
      origin: z.string().nullable(),
    }),
  ),
});
