import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import type { Summary } from './differences.js';
import { describeExisting } from './existing.js';
import { countRows, type ImportPlan } from './plan.js';
import type { ImportResult } from './schema.js';
import type { Alerts } from '../../orders/intake/take-in.js';
import { plural } from '../../kernel/text/plural.js';

interface Imported {
  readonly actor: Actor;
  readonly plan: ImportPlan;
  /** What the orders are that are stored under serial numbers of the file, by id. */
  readonly summaries: ReadonlyMap<string, Summary>;
  readonly alerts: Alerts;
}

type Result = z.output<typeof ImportResult>;

/** What becomes of each row of an upload, and how many met each fate. */
export const describeImport = ({ actor, plan, summaries, alerts }: Imported): Pick<Result, 'counts' | 'rows'> => ({
  counts: { ...countRows(plan.rows), withAlerts: alerts.size },
  rows: plan.rows.map(({ index, serialNumber, state, reason, existing, incoming, order }) => ({
    index,
    serialNumber,
    state,
    reason,
    shop: order?.shop ?? null,
    model: order ? `${order.model} ${order.width}x${order.length}` : null,
    existing: existing && describeExisting(existing, { actor, incoming, stored: summaries.get(existing.id) ?? {} }),
    alerts: [...(alerts.get(index) ?? [])],
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
