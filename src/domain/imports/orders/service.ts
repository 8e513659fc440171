import type { z } from 'zod';
import { companies, type CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { inOneTrip } from '../../kernel/database/database.js';
import { Pace } from '../../kernel/pace.js';
import { service } from '../../kernel/service.js';
import { lockNewOrdersAndRead } from '../../orders/intake/new-orders-lock.js';
import { isKnownFormat, readOrderRows } from '../../orders/intake/read-file.js';
import { digestOfList } from '../digest.js';
import { type Earlier, earlierImports, seenIn } from '../record.js';
import { storedMapping } from './mapping.js';
import { countRows, type Duplicates, type PlannedOrder } from './plan.js';
import { planOrders, priceOrders } from './plan-orders.js';
import { describeImport, formatPreview, formatUpload, refuseAny } from './result.js';
import { ImportOrders, ImportResult } from './schema.js';
import { importPlan } from './store-orders.js';

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
  const upload = await readUpload(ctx, input);
  const [earlier, [company]] = await inOneTrip<Known>(ctx.db, ...readKnown(ctx, upload));
  const planned = await planUpload(ctx, upload, { company, input, answer });
  const described = describeImport(ctx.actor, await priceOrders(ctx, planned, upload.pace));
  await upload.pace.rest();
  return { msg: formatPreview(described.counts), import: null, seenBefore: seenIn(earlier), ...described };
}

/** Uploads orders directly, without staging. */
export async function storeUpload(tx: WriteCtx, input: Input, answer: Answer): Promise<Result> {
  const upload = await readUpload(tx, input);
  // lock so that two simultaneous uploads of one file cannot both find nothing
  const [earlier, [company]] = await lockNewOrdersAndRead<Known>(tx, ...readKnown(tx, upload));
  const planned = await planUpload(tx, upload, { company, input, answer });
  const refuse = input.strict ? refuseAny : () => undefined;
  const stored = await importPlan(tx, planned, { ...upload, fileName: input.fileName, refuse });
  if (!stored.import) await auditNothingNew(tx, input, stored.rows);
  const described = describeImport(tx.actor, stored.rows);
  await upload.pace.rest(); // the last chance to cancel: after returning, the transaction commits
  return { msg: formatUpload(described.counts), import: stored.import, seenBefore: seenIn(earlier), ...described };
}

interface Upload {
  readonly rows: readonly unknown[];
  readonly pace: Pace;
  readonly sha256: string;
}

async function readUpload({ signal }: ActorCtx, { orders }: Input): Promise<Upload> {
  const rows = readOrderRows(orders);
  const pace = new Pace(signal);
  return { rows, pace, sha256: await digestOfList(rows, pace) };
}

/** Reads everything in one round trip, because each costs time on a slow network. */
type Known = [Earlier[], CompanyRow[]];
const readKnown = ({ db }: ActorCtx, { sha256 }: Upload) =>
  [earlierImports(db, 'orders', sha256), companies(db)] as const;

interface Planning {
  readonly company: CompanyRow | undefined;
  readonly input: Input;
  readonly answer: Answer;
}

async function planUpload(ctx: ActorCtx, { rows, pace }: Upload, { company, input, answer }: Planning) {
  ctx.progress?.report(0, rows.length, 'Reading');
  const mapping = input.mapping ?? (rows.every(isKnownFormat) ? undefined : await storedMapping(ctx.db));
  const foreign = (row: unknown) => (input.mapping || !isKnownFormat(row) ? mapping : undefined);
  return planOrders(ctx, { company, rows, foreign, answer, pace });
}

const auditNothingNew = (tx: WriteCtx, { fileName }: Input, rows: readonly PlannedOrder[]) =>
  tx.audit({ action: 'import nothing new', entity: 'order', after: { file: fileName, ...countRows(rows) } });
