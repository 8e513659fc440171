import { z } from 'zod';
import { NamedRecord, RequiredText } from '../../kernel/records/fields.js';
import { JsonFields } from '../../kernel/records/json-fields.js';

/** A report's filter: field names and values. */
const Filter = JsonFields(100_000);

/** The URL parameters of a list: search, filters, sort, page size and columns. */
export const ListAddress = z
  .record(z.string().min(1).max(60), z.string().max(2000))
  .refine((address) => Object.keys(address).length <= 40, 'must have at most 40 parts');

/** The input of a saved view: the name of a report, or `list:` and the name of a dashboard list. */
export const ViewFields = z.object({
  name: RequiredText('Enter a name for the view', 100),
  report: z.string().trim().min(1, 'is required').max(60),
  filter: Filter,
});

/** A user's named filter of a report, or address of a list; can be shared with everyone on the same side. */
export const SavedView = z.object({
  _id: z.uuid(),
  name: z.string(),
  report: z.string(),
  filter: Filter,
  shared: z.boolean(),
  owner: NamedRecord,
  revision: z.int(),
});
export type SavedView = z.output<typeof SavedView>;

export const ListViews = z.object({
  /** Only the views of one report or list; by default those of all reports. */
  report: z.string().trim().max(60).optional(),
});
