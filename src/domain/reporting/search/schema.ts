import { z } from 'zod';

/** The kinds of records that a search finds, in the order of the answer. */
export const searchedKinds = [
  'order',
  'invoice',
  'repair',
  'driver',
  'payment',
  'dealer',
  'item',
  'model',
  'size',
  'shop',
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

export const SearchRecords = z.object({
  /** An empty text finds nothing. */
  text: z.string().trim().max(100, 'must be at most 100 characters').default(''),
});

export const FoundRecord = z.object({
  kind: z.enum(searchedKinds),
  _id: z.uuid(),
  /** Its number or name. */
  label: z.string(),
  /** What distinguishes it from others with the same label: customer, shop, status, category. */
  note: z.string(),
  /** For a model: its shed category, which its list of sizes needs. */
  category: z.uuid().nullable(),
});
export type FoundRecord = z.output<typeof FoundRecord>;

/** At most eight records of each kind that the actor may open; `text` is the normalized search text. */
export const FoundRecords = z.object({ text: z.string(), items: z.array(FoundRecord) });
