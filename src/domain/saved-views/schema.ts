import { z } from 'zod';
import { Named, RequiredText } from '../records/fields.js';

/** A filter as its report takes it: names of fields and their values. */
const Filter = z.record(z.string(), z.unknown());

/** What a view is saved with. */
export const ViewFields = z.object({
  name: RequiredText('Please input a name for the view!', 100),
  report: z.string().trim().min(1, 'must name a report').max(60),
  filter: Filter,
});

/** The filter of a report under a name, of one user, who may share it with everybody of the same side. */
export const SavedView = z.object({
  _id: z.uuid(),
  name: z.string(),
  report: z.string(),
  filter: Filter,
  shared: z.boolean(),
  owner: Named,
  revision: z.int(),
});
export type SavedView = z.output<typeof SavedView>;

export const ListViews = z.object({
  /** The views of one report alone. */
  report: z.string().trim().max(60).optional(),
});
