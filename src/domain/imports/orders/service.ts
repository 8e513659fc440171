import type { z } from 'zod';
import { companies, type CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { inOneTrip } from '../../kernel/database/database.js';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { Pace } from '../../kernel/pace.js';
import { service } from '../../kernel/service.js';
import { jsonTextPaced } from '../../kernel/text/paced-answer.js';
import { lockNewOrdersAndRead } from '../../orders/intake/new-orders-lock.js';
import { isKnownFormat, readOrderRows } from '../../orders/intake/read-file.js';
import { digestOfList } from '../digest.js';
import { type Earlier, earlierImports, openImport, seenIn } from '../record.js';
import { storedMapping } from './mapping-service.js';
import { countRows, type Duplicates, type PlannedOrder } from './plan.js';
import { planOrders, priceOrders } from './plan-orders.js';
import { describeImport, formatPreview, formatUpload } from './result.js';
import { ImportOrders, ImportResult } from './schema.js';
import { storeOrders } from './store-orders.js';

type Input = z.output<typeof ImportOrders>;
type Result = z.output<typeof ImportResult>;
type Answer = (serialNumber: string) => Duplicates;

/** What to do with an existing order, by its serial number. */
export const toAnswers =
  (input: Input): Answer =>
  (serial) =>
    (Object.hasOwn(input.decisions, serial) ? input.decisions[serial] : undefined) ?? input.duplicates;
const skipAll = (): Answer => () => 'skip';

const upload = { permission: 'orders.import', input: ImportOrders, output: ImportResult } as const;
const preview = (summary: string, answerOf: (input: Input) => Answer) =>
  service({ ...upload, summary, effect: 'read', run: (ctx, input) => previewUpload(ctx, input, answerOf(input)) });
const apply = (summary: string, answerOf: (input: Input) => Answer) =>
  service({ ...upload, summary, effect: 'write', run: (ctx, input) => storeUpload(ctx, input, answerOf(input)) });

export const previewOrders = preview('Preview what uploading these orders would do', toAnswers);
export const previewMissingOrders = preview('Preview which of these orders are missing', skipAll);
export const importOrders = apply('Upload orders', toAnswers);
export const importMissingOrders = apply('Upload only orders with new serial numbers', skipAll);

/** What an upload would do. */
export async function previewUpload(ctx: ActorCtx, input: Input, answer: Answer): Promise<Result> {
  const { rows, pace, sha256 } = await readUpload(ctx, input);
  const [earlier, [company]] = await inOneTrip<Known>(ctx.db, ...known(ctx, sha256));
  const planned = await planUpload(ctx, rows, { company, input, answer, pace });
  const described = describeImport(ctx.actor, await priceOrders(ctx, planned, pace));
  await pace.rest();
  return { msg: formatPreview(described.counts), import: null, seenBefore: seenIn(earlier), ...described };
}

/**
 * Uploads orders the fast way: nothing is staged, and the import records only rows that were not imported or replaced an
 * order.
 */
export async function storeUpload(tx: WriteCtx, input: Input, answer: Answer): Promise<Result> {
  const { rows, pace, sha256 } = await readUpload(tx, input);
  // locks, so that two simultaneous uploads of one file cannot both find nothing
  const [earlier, [company]] = await lockNewOrdersAndRead<Known>(tx, ...known(tx, sha256));
  const planned = await planUpload(tx, rows, { company, input, answer, pace });
  const id = newId();
  await openImport(tx, { id, kind: 'orders', file_name: input.fileName, sha256, staged: false });
  const refuse = input.strict ? refuseAny : () => undefined;
  const stored = await storeOrders(tx, planned, { importId: id, pace, refuse });
  const kept = await keepImport(tx, { id, file: input.fileName, ...stored });
  const described = describeImport(tx.actor, stored.rows);
  await pace.rest(); // the last chance to cancel: after returning, the transaction commits
  return { msg: formatUpload(described.counts), import: kept, seenBefore: seenIn(earlier), ...described };
}

async function readUpload(ctx: ActorCtx, { orders }: Input) {
  const rows = readOrderRows(orders);
  const pace = new Pace(ctx.signal);
  return { rows, pace, sha256: await digestOfList(rows, pace) };
}

/** Read in one round trip, because each costs time on a slow network. */
type Known = [Earlier[], CompanyRow[]];
const known = ({ db }: ActorCtx, sha256: string) => [earlierImports(db, 'orders', sha256), companies(db)] as const;

interface Planning {
  readonly company: CompanyRow | undefined;
  readonly input: Input;
  readonly answer: Answer;
  readonly pace: Pace;
}

async function planUpload(ctx: ActorCtx, rows: readonly unknown[], { company, input, answer, pace }: Planning) {
  ctx.progress?.report(0, rows.length, 'Reading');
  const mapping = input.mapping ?? (rows.every(isKnownFormat) ? undefined : await storedMapping(ctx.db));
  const foreign = (row: unknown) => (input.mapping || !isKnownFormat(row) ? mapping : undefined);
  return planOrders(ctx, { company, rows, foreign, answer, pace });
}

interface Stored {
  readonly id: string;
  readonly file: string;
  readonly rows: readonly PlannedOrder[];
  readonly ids: readonly string[];
}

/** Records the import and returns its ID; null if it imported nothing and was not recorded. */
async function keepImport(tx: WriteCtx, { id, file, rows, ids }: Stored): Promise<string | null> {
  const counts = countRows(rows);
  if (ids.length === 0) {
    await tx.db('imports').where({ id }).delete();
    await tx.audit({ action: 'import nothing new', entity: 'order', after: { file, ...counts } });
    return null;
  }
  const report = rows
    .filter(({ reason }) => reason !== null)
    .map(({ index, serialNumber, state, reason }) => ({ index, serialNumber, state, reason }));
  const done = { counts: JSON.stringify(counts), report: await jsonTextPaced(report) };
  await tx.db('imports').where({ id }).update(done);
  await tx.audit({ action: 'import', entity: 'order', ids, after: { file, import: id, ...counts } });
  return id;
}

function refuseAny(rows: readonly PlannedOrder[]): void {
  const refused = rows.filter(({ state }) => state === 'refused');
  const reasons = refused.slice(0, 20).map(({ index, reason }) => `row ${index + 1}: ${reason}`);
  if (refused.length > 0) throw invalid('orders', reasons.join('; '));
}
