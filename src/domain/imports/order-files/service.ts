import type { z } from 'zod';
import { companies, type CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { inOneTrip } from '../../kernel/database/database.js';
import { Pace } from '../../kernel/pace.js';
import { service } from '../../kernel/service.js';
import { lockNewOrdersAndRead } from '../../orders/intake/new-orders-lock.js';
import { readSentOrders } from './read-orders.js';
import type { ImportSource } from '../reading/kind.js';
import type { SheetLayout } from '../reading/schema.js';
import { type EarlierImport, earlierImports, seenIn } from '../record.js';
import { storedMapping } from './mapping.js';
import { countRows, type Duplicates, type PlannedOrder } from './plan.js';
import { type OrderPlanning, planOrders, priceOrders } from './plan-orders.js';
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
const preview = (summary: string, toAnswer: (input: Input) => Answer) =>
  service({ ...upload, summary, effect: 'read', run: (ctx, input) => previewUpload(ctx, input, toAnswer(input)) });
const apply = (summary: string, toAnswer: (input: Input) => Answer) =>
  service({ ...upload, summary, effect: 'write', run: (ctx, input) => storeUpload(ctx, input, toAnswer(input)) });

export const previewOrders = preview('Preview what uploading these orders would do', toAnswers);
export const previewMissingOrders = preview('Preview which of these orders are missing', skipAll);
export const importOrders = apply('Upload orders', toAnswers);
export const importMissingOrders = apply('Upload only orders with new serial numbers', skipAll);

/** What an upload would do. */
export async function previewUpload(ctx: ActorCtx, input: Input, answer: Answer): Promise<Result> {
  const source = await readSentOrders(ctx, input.orders, input.fileName);
  const [earlierUploads, [company]] = await inOneTrip<ReadFacts>(ctx.db, ...readKnown(ctx, source));
  const pace = new Pace(ctx.signal);
  const plan = await planUpload(ctx, { ...source, company, answer, pace }, input);
  const description = describeImport(ctx.actor, await priceOrders(ctx, plan, pace));
  await pace.rest();
  return { msg: formatPreview(description.counts), import: null, seenBefore: seenIn(earlierUploads), ...description };
}

/** Uploads orders directly, without staging. */
export async function storeUpload(tx: WriteCtx, input: Input, answer: Answer): Promise<Result> {
  const source = await readSentOrders(tx, input.orders, input.fileName);
  // lock so that two simultaneous uploads of one file cannot both find nothing
  const [earlierUploads, [company]] = await lockNewOrdersAndRead<ReadFacts>(tx, ...readKnown(tx, source));
  const pace = new Pace(tx.signal);
  const plan = await planUpload(tx, { ...source, company, answer, pace }, input);
  const refuse = input.strict ? refuseAny : () => undefined;
  const outcome = await importPlan(tx, plan, { ...source, pace, refuse });
  if (!outcome.import) await auditNothingNew(tx, input, outcome.rows);
  const description = describeImport(tx.actor, outcome.rows);
  await pace.rest(); // the last chance to cancel: after returning, the transaction commits
  return {
    msg: formatUpload(description.counts),
    import: outcome.import,
    seenBefore: seenIn(earlierUploads),
    ...description,
  };
}

/** Reads everything in one round trip, because each costs time on a slow network. */
type ReadFacts = [EarlierImport[], CompanyRow[]];
const readKnown = ({ db }: ActorCtx, { sha256 }: ImportSource) =>
  [earlierImports(db, 'orders', sha256), companies(db)] as const;

/** Plans the orders of an upload. A mapping of the request reads all orders, the stored one those in an unknown format. */
async function planUpload(ctx: ActorCtx, planning: Omit<OrderPlanning, 'toMapping'>, { mapping: sentMapping }: Input) {
  ctx.progress?.report(0, planning.rows.length, 'Reading');
  const isForeign = ({ columns }: SheetLayout) => columns.length > 0;
  const mapping = sentMapping ?? (planning.layouts.some(isForeign) ? await storedMapping(ctx.db) : undefined);
  return planOrders(ctx, {
    ...planning,
    toMapping: (layout) => (sentMapping || isForeign(layout) ? mapping : undefined),
  });
}

const auditNothingNew = (tx: WriteCtx, { fileName }: Input, rows: readonly PlannedOrder[]) =>
  tx.audit({ action: 'import nothing new', entity: 'order', after: { file: fileName, ...countRows(rows) } });
