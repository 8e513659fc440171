import { z } from 'zod';
import { SettingsFields } from '../../company/company/schema.js';
import { Id } from '../../kernel/records/fields.js';

/** A change of the company's settings; all nine are required. */
export const ChangeSettings = SettingsFields.extend({ id: Id, revision: z.int().optional() });

/** The shop whose own values are deleted; all shops by default. */
export const ClearValues = z.object({
  confirm: z.literal('delete', 'must be "delete" to confirm deleting the inventory and labor values of shops'),
  shop: Id.optional(),
});

/** How many values of their own shops had: items (in total, with a stock count, and with order points) and labor. */
export const ClearedCounts = z.object({
  items: z.int(),
  counts: z.int(),
  orderPoints: z.int(),
  shedLabor: z.int(),
  addOnLabor: z.int(),
});
