import type { Knex } from 'knex';
import type { ActorCtx, WriteCtx } from '../../../kernel/context.js';
import { formatCents, toCents } from '../../../kernel/cents.js';
import { queryRows } from '../../../kernel/database/rows.js';
import type { Pace } from '../../../kernel/pace.js';
import { type Assessment, assessRows, countOpenOrders, type OrderRowChange } from '../rows/assess-rows.js';
import { findLimits } from './most-changes.js';
import { replaceBraked, notifySourceOwner } from './outcome.js';
import { type LeasedRun, lockHeld, type StagedRow } from '../reading/stage.js';
import type { SourceSettings } from '../schema.js';
import { getTimes, type SourceParts } from '../queries.js';

/** Why a run waits for a user's decision: how much it would change, with some of the orders. */
export interface Brake extends Omit<ComparisonFindings, 'changes'> {
  readonly why: string;
  readonly examples: readonly OrderRowChange[];
}

/** A single order never stops a run, however few orders are open. */
const FEWEST = 2;
const EXAMPLES = 50;

type Limits = Pick<SourceSettings, 'brakePercent' | 'brakeAmount'>;
type ComparisonFindings = Omit<Assessment, 'newRows' | 'changedRows'>;

/** Why a run would change too much; null if it may continue. */
export function decideBrake(findings: ComparisonFindings, { brakePercent, brakeAmount }: Limits): Brake | null {
  const { open, changed, canceled, moved, changes } = findings;
  const isShare = (n: number) => n >= FEWEST && n * 100 > open * brakePercent;
  const limit = brakeAmount === null ? null : toCents(brakeAmount);
  const reasons = [
    ...(isShare(canceled) ? [`${canceled} of ${open} open orders would be canceled`] : []),
    ...(isShare(changed) ? [`${changed} of ${open} open orders would change`] : []),
    ...(limit !== null && moved > limit && changed >= FEWEST ? [`amounts would change by ${formatCents(moved)}`] : []),
  ];
  if (reasons.length === 0) return null;
  const limits = [`${brakePercent}% of open orders`, ...(limit === null ? [] : [formatCents(limit)])].join(' or ');
  const why = `${reasons.join(', and ')}, which exceeds the limit of ${limits}.`;
  return { why, open, changed, canceled, moved, examples: changes.slice(0, EXAMPLES) };
}

const CHUNK = 500;

/**
 * Counts what the staged rows of a run would change. If that is too much, the rows of existing orders wait, so that
 * the run imports only new ones. A second call has the same result.
 */
export async function brakeRows(
  ctx: ActorCtx,
  run: LeasedRun,
  source: Pick<SourceParts, 'id' | 'settings' | 'mapping' | 'timeZone'>,
  pace: Pace,
): Promise<Brake | null> {
  if (await staysBelow(ctx.db, run, source)) return null;
  const sum = { open: 0, changed: 0, canceled: 0, moved: 0 };
  const changes: OrderRowChange[] = [];
  const waitingIds: string[] = [];
  for await (const chunk of stagedInChunks(ctx.db, run)) {
    const idByRow = new Map(chunk.map(({ content, externalId }) => [content, externalId]));
    const part = await assessRows(
      ctx,
      { rows: [...idByRow.keys()], mapping: source.mapping, times: getTimes(source) },
      pace,
    );
    sum.open = part.open;
    for (const what of ['changed', 'canceled', 'moved'] as const) sum[what] += part[what];
    changes.push(...part.changes.slice(0, EXAMPLES - changes.length));
    waitingIds.push(...part.changedRows.flatMap((row) => idByRow.get(row) ?? []));
  }
  const brake = decideBrake({ ...sum, changes }, source.settings);
  if (brake) await holdStaged(ctx.db, run.id, waitingIds);
  return brake;
}

/**
 * Whether a run cannot reach the limits of its source, whatever its rows change, so that they need not be counted one
 * by one.
 */
async function staysBelow(
  db: Knex,
  run: LeasedRun,
  { id, mapping, settings }: Pick<SourceParts, 'id' | 'settings' | 'mapping'>,
): Promise<boolean> {
  const most = mapping ? null : await findLimits(db, { runId: run.id, sourceId: id });
  if (!most) return false;
  const { changed, moved } = most;
  return (
    decideBrake({ open: await countOpenOrders(db), changed, canceled: changed, moved, changes: [] }, settings) === null
  );
}

/** Makes staged rows wait for a user's decision. */
export async function holdStaged(db: Knex, runId: string, externalIds: readonly string[]): Promise<void> {
  await db('feed_staged')
    .where({ run_id: runId })
    .whereRaw('external_id = any(?)', [[...externalIds]])
    .update({ waits: true });
}

async function* stagedInChunks(db: Knex, { id }: LeasedRun): AsyncGenerator<readonly StagedRow[]> {
  for (let after = ''; ;) {
    const rows = await queryRows<StagedRow>(
      db('feed_staged')
        .where({ run_id: id })
        .where('external_id', '>', after)
        .orderBy('external_id')
        .limit(CHUNK)
        .select({ externalId: 'external_id', rowTime: 'row_time', content: 'content' }),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.externalId;
  }
}

/**
 * Ends a run whose new orders were imported while the other rows wait for a decision. Its owner is notified, only
 * once while this lasts.
 */
export async function stopRun(
  tx: WriteCtx,
  run: LeasedRun,
  { sourceId, brake }: { readonly sourceId: string; readonly brake: Brake },
): Promise<void> {
  await lockHeld(tx.db, run);
  const replacedRuns = await replaceBraked(tx, sourceId);
  await tx
    .db('feed_runs')
    .where({ id: run.id })
    .update({
      ...{ state: 'braked', finished_at: tx.clock.now(), lease: null },
      ...{
        brake: JSON.stringify(brake),
        message: `New orders were imported. The rest is waiting for you: ${brake.why}`,
      },
    });
  if (replacedRuns === 0)
    await notifySourceOwner(tx, sourceId, { what: 'the pull is waiting for you', message: brake.why });
  await tx.publish({ topic: 'sources', shopIds: [null] });
}
