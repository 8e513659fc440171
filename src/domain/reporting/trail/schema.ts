import { z } from 'zod';
import { Day, Named } from '../../kernel/records/fields.js';
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

/** What narrows the trail; each is optional and all of them must match. */
export const narrowing = {
  /** The ID of a user or an API key, or the name of a program such as `cli`. */
  person: Word,
  /** The kind of record, such as `order`. */
  recordKind: Word,
  /** The ID of a record, or its number or name. */
  record: Word,
  /** What was done, such as `change`. */
  action: Word,
  /** A field that was changed, such as `status`. */
  field: Word,
  /** Dollars: the largest sum of money of the change is at least so much, or at most. */
  amountFrom: Amount,
  amountTo: Amount,
  source: z.enum(trailSources, `must be one of: ${trailSources.join(', ')}`).optional(),
  /** The name of the source: a file, a screen's address, a command. */
  origin: Word,
};

/** A filter of the trail, with the days of a report. */
export const TrailFilter = ReportFilter.pick({ dates: true, range: true }).extend(narrowing);
export type TrailFilter = z.output<typeof TrailFilter>;

const { page, size, cursor } = paging;
export const ListTrail = z
  .object({
    range: RangeName.optional(),
    /** The first and the last day, in the company's time zone; they take precedence over the range. */
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
  /** Who made the change: a person, an API key, or a program without an ID. */
  by: z.object({ _id: z.uuid().nullable(), name: z.string() }),
  action: z.string(),
  recordKind: z.string(),
  /** The record, or the first of several; null if the change is of none. */
  record: z.object({ _id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** How many records the change is of. */
  records: z.int(),
  shop: Named.nullable(),
  source: z.enum(trailSources),
  /** The file, the address of the screen or the command; null if it was not recorded. */
  origin: z.string().nullable(),
  /** The largest sum of money of the change, in dollars. */
  amount: z.number().nullable(),
  changes: z.array(Change),
});
export type TrailEntry = z.output<typeof Entry>;

/** A page of the trail, newest first. `total` counts at most 10,000; `more` says that there are more. */
export const TrailPage = z.object({
  items: z.array(Entry),
  total: z.int(),
  more: z.boolean(),
  nextCursor: z.string().nullable().optional(),
});

const Choices = z.array(z.object({ _id: z.string(), name: z.string() }));
/** What the filters of the trail offer: what occurs in it. */
export const TrailChoices = z.object({ persons: Choices, recordKinds: Choices, actions: Choices, fields: Choices });

/** The trail as a report: a row for each field that was changed, newest first. */
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
