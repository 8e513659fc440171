import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { plural } from '../../kernel/text/plural.js';
import { describeExisting } from './existing.js';
import { countRows, type PlannedOrder } from './plan.js';
import type { ImportResult } from './schema.js';

type Result = z.output<typeof ImportResult>;

/** What becomes of each row of an upload, and how many met each fate. */
export const describeImport = (actor: Actor, rows: readonly PlannedOrder[]): Pick<Result, 'counts' | 'rows'> => ({
  counts: { ...countRows(rows), withAlerts: rows.filter(({ alerts }) => alerts.length > 0).length },
  rows: rows.map(({ index, serialNumber, state, reason, existing, incoming, stored, order, alerts }) => ({
    index,
    serialNumber,
    state,
    reason,
    shop: order?.shop ?? null,
    model: order ? `${order.model} ${order.width}x${order.length}` : null,
    existing: existing && describeExisting(existing, { actor, incoming, stored }),
    alerts: [...alerts],
  })),
});

type Counts = Result['counts'];

const countTaken = ({ new: fresh, replaced, kept }: Counts): number => fresh + replaced + kept;

/** What an upload did, in the documents' words. */
export const formatUpload = (counts: Counts): string =>
  countTaken(counts) > 0 ? 'Orders are Uploaded.' : formatNothingNew(counts);

/** What an upload would do; nothing is stored yet. */
export function formatPreview(counts: Counts): string {
  const taken = countTaken(counts);
  return taken > 0 ? `Preview: ${taken} ${plural(taken, 'order')} would be uploaded.` : formatNothingNew(counts);
}

const formatNothingNew = ({ skipped, refused }: Counts): string =>
  `Nothing new: ${skipped} ${plural(skipped, 'order')} exist${skipped === 1 ? 's' : ''} already${refused ? `, ${refused} refused` : ''}.`;
