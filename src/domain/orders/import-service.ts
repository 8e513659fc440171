import type { Knex } from 'knex';
import type { z } from 'zod';
import { findCompany } from '../company/queries.js';
import type { ActorCtx, WriteCtx } from '../context.js';
import { DomainError, invalid } from '../errors.js';
import { newId } from '../ids.js';
import { Pace } from '../pace.js';
import { service } from '../service.js';
import { todayIn } from '../time.js';
import { builtInChunks } from './build-chunks.js';
import type { BuiltOrder } from './build.js';
import { digestOf } from './file-digest.js';
import type { IncomingOrder, Refusal } from './incoming.js';
import { storedMapping } from './mapping-service.js';
import { lockNewOrders } from './new-orders-lock.js';
import {
  countRows,
  planImport,
  withRefusals,
  type Duplicates,
  type Existing,
  type ImportPlan,
  type PlannedRow,
} from './plan.js';
import { readOrderFile, rowsOf } from './read-file.js';
import { ImportOrders, ImportResult } from './schema.js';
import { storeNewOrders } from './store.js';

type Input = z.output<typeof ImportOrders>;
type Answer = (serialNumber: string) => Duplicates;

const answersOf =
  (input: Input): Answer =>
  (serial) =>
    (Object.hasOwn(input.decisions, serial) ? input.decisions[serial] : undefined) ?? input.duplicates;
const skipAll: Answer = () => 'skip';

const preview = (summary: string, answer: (input: Input) => Answer) =>
  service({
    summary,
    permission: 'orders.import',
    effect: 'read',
    input: ImportOrders,
    output: ImportResult,
    run: async (ctx, input) => {
      const rows = rowsOf(input.orders);
      const pace = new Pace(ctx.signal);
      const plan = await planFile(ctx, { rows, input, answer: answer(input), pace });
      const seen = await seenBefore(ctx.db, await digestOf(rows, pace));
      const alerts: Alerts = new Map();
      const refused: Refusal[] = [];
      let done = 0;
      for await (const chunk of builtInChunks(ctx.db, plan.take, pace)) {
        noteAlerts(alerts, chunk.built);
        refused.push(...chunk.refused);
        ctx.progress?.report((done += chunk.built.length + chunk.refused.length), plan.take.length, 'Pricing');
      }
      const answered = result(withRefusals(plan, refused), alerts, { import: null, seenBefore: seen });
      await pace.rest();
      return answered;
    },
  });

export const previewOrders = preview('What uploading these orders would do', answersOf);
export const previewMissingOrders = preview('Which of these orders are missing', () => skipAll);

const apply = (summary: string, answer: (input: Input) => Answer) =>
  service({
    summary,
    permission: 'orders.import',
    effect: 'write',
    input: ImportOrders,
    output: ImportResult,
    run: (ctx, input) => applyImport(ctx, input, answer(input)),
  });

export const importOrders = apply('Upload orders', answersOf);
export const importMissingOrders = apply(
  'Upload only the orders whose serial number does not exist yet',
  () => skipAll,
);

interface Reading {
  readonly rows: readonly unknown[];
  readonly input: Input;
  readonly answer: Answer;
  readonly pace: Pace;
}

async function planFile(ctx: ActorCtx, { rows, input, answer, pace }: Reading): Promise<ImportPlan> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  ctx.progress?.report(0, rows.length, 'Reading');
  const zone = company.timeZone;
  const mapping = input.mapping ?? (await storedMapping(ctx.db));
  const reading = { zone, today: todayIn(zone, ctx.clock.now()) };
  const file = await readOrderFile(rows, reading, { mapping, always: input.mapping !== undefined }, pace);
  const existing = await findExisting(ctx.db, file.orders);
  await pace.rest();
  return planImport(file, existing, answer);
}

async function applyImport(ctx: WriteCtx, input: Input, answer: Answer): Promise<z.output<typeof ImportResult>> {
  const rows = rowsOf(input.orders);
  const pace = new Pace(ctx.signal);
  await lockNewOrders(ctx); // two uploads of one file at once must not both find nothing
  const sha256 = await digestOf(rows, pace);
  const seen = await seenBefore(ctx.db, sha256);
  const planned = await planFile(ctx, { rows, input, answer, pace });
  const importId = newId();
  await ctx.db('imports').insert(importRow(ctx, importId, input.fileName, sha256));
  const stored = await storeInChunks(ctx, planned, importId, pace);
  const plan = withRefusals(planned, stored.refused);
  if (input.strict && plan.rows.some((row) => row.state === 'refused')) throw strictRefusal(plan.rows);
  if (stored.ids.length > 0) await keepImport(ctx, plan, { id: importId, file: input.fileName, orderIds: stored.ids });
  else await forgetImport(ctx, plan, importId, input.fileName);
  const answered = result(plan, stored.alerts, { import: stored.ids.length > 0 ? importId : null, seenBefore: seen });
  await pace.rest(); // the last chance to leave: what is returned is committed
  return answered;
}

/** Takes out what was replaced, and keeps what the import did. */
async function keepImport(
  ctx: WriteCtx,
  plan: ImportPlan,
  { id, file, orderIds }: { id: string; file: string; orderIds: readonly string[] },
): Promise<void> {
  const counts = countRows(plan.rows);
  const out = await takeOut(ctx.db, plan.replace);
  const done = { counts: JSON.stringify(counts), report: JSON.stringify(reportOf(plan)) };
  await ctx
    .db('imports')
    .where({ id })
    .update({ ...done, before: out.before && JSON.stringify(out.before) });
  await ctx.audit({ action: 'import', entity: 'order', ids: orderIds, after: { file, import: id, ...counts } });
  await ctx.publish({ topic: 'orders', shopIds: [null, ...out.shopIds] });
}

/** An import that took nothing is not kept. */
async function forgetImport(ctx: WriteCtx, plan: ImportPlan, id: string, file: string): Promise<void> {
  await ctx.db('imports').where({ id }).delete();
  await ctx.audit({ action: 'import nothing new', entity: 'order', after: { file, ...countRows(plan.rows) } });
}

/** The record of an import; what it did is told when it is done. */
const importRow = (ctx: WriteCtx, id: string, fileName: string, sha256: string) => ({
  ...{ id, kind: 'orders', file_name: fileName, sha256, at: ctx.clock.now(), counts: '{}', report: '[]' },
  ...{ actor_id: ctx.actor.id, actor_name: ctx.actor.name },
});

const reportOf = (plan: ImportPlan) =>
  plan.rows
    .filter((row) => row.reason !== null)
    .map(({ index, serialNumber, state, reason }) => ({ index, serialNumber, state, reason }));

const strictRefusal = (rows: readonly PlannedRow[]) =>
  invalid(
    'orders',
    rows
      .filter((r) => r.state === 'refused')
      .slice(0, 20)
      .map((r) => `row ${r.index + 1}: ${r.reason}`)
      .join('; '),
  );

/** The alerts of the rows that have some, by index. */
type Alerts = Map<number, readonly string[]>;

async function storeInChunks(ctx: WriteCtx, plan: ImportPlan, importId: string, pace: Pace) {
  const now = ctx.clock.now().toISOString();
  const ids: string[] = [];
  const alerts: Alerts = new Map();
  const refused: Refusal[] = [];
  for await (const chunk of builtInChunks(ctx.db, plan.take, pace)) {
    const orders = chunk.built.map((built) => ({ id: newId(), built }));
    await storeNewOrders(ctx.db as Knex.Transaction, orders, importId, now);
    for (const { id } of orders) ids.push(id);
    refused.push(...chunk.refused);
    noteAlerts(alerts, chunk.built);
    ctx.progress?.report(ids.length + refused.length, plan.take.length, 'Saving');
  }
  return { ids, alerts, refused };
}

function noteAlerts(alerts: Alerts, orders: readonly BuiltOrder[]): void {
  for (const { alerts: raised, matched } of orders) {
    if (raised.length > 0)
      alerts.set(
        matched.incoming.index,
        raised.map((alert) => alert.text),
      );
  }
}

async function findExisting(db: Knex, orders: readonly IncomingOrder[]): Promise<Existing[]> {
  const serials = orders.map((order) => order.serialNumber.toLowerCase());
  const externalIds = orders.flatMap((order) => order.externalId ?? []);
  return (await db('orders as o')
    .whereRaw('(lower(o.serial_number) = any(?) or o.external_id = any(?))', [serials, externalIds])
    .orderBy('o.id')
    .select({ id: 'o.id', serial: 'o.serial_number', externalId: 'o.external_id', status: 'o.status' })
    .select(
      db.raw('exists (select 1 from invoices i where i.order_id = o.id and i.deleted_at is null) as "hasInvoice"'),
    )) as Existing[];
}

/** Takes replaced orders out; answers everything of them, so that the import can be undone, and whose they were. */
async function takeOut(db: Knex, replaced: readonly Existing[]) {
  if (replaced.length === 0) return { before: null, shopIds: [] };
  const ids = replaced.map((order) => order.id);
  const locked = (await db('orders').whereRaw('id = any(?)', [ids]).orderBy('id').forUpdate().select('shop_id')) as {
    shop_id: string | null;
  }[];
  const invoice = (await db('invoices').whereRaw('order_id = any(?)', [ids]).first('invoice_number')) as
    { invoice_number: string } | undefined;
  if (invoice) throw new DomainError('order-has-invoice', { invoiceNumber: invoice.invoice_number });
  const all = async (table: string, column: string): Promise<unknown> => {
    const sql = `select coalesce(json_agg(t), '[]') as rows from ?? t where t.?? = any(?)`;
    const { rows } = (await db.raw(sql, [table, column, ids])) as { rows: [{ rows: unknown }] };
    return rows[0].rows;
  };
  const before = {
    orders: await all('orders', 'id'),
    order_lines: await all('order_lines', 'order_id'),
    order_sources: await all('order_sources', 'order_id'),
  };
  await db('orders').whereRaw('id = any(?)', [ids]).delete();
  return { before, shopIds: locked.map((row) => row.shop_id) };
}

async function seenBefore(db: Knex, sha256: string): Promise<string | null> {
  const earlier = (await db('imports').where({ sha256 }).whereNull('undone_at').orderBy('at', 'desc').first('at')) as
    { at: string } | undefined;
  return earlier?.at ?? null;
}

function result(
  plan: ImportPlan,
  alerts: Alerts,
  more: { import: string | null; seenBefore: string | null },
): z.output<typeof ImportResult> {
  const counts = countRows(plan.rows);
  const taken = counts.new + counts.replaced + counts.kept;
  return {
    msg: taken > 0 ? 'Orders are Uploaded.' : nothingNew(counts),
    ...more,
    counts: { ...counts, withAlerts: alerts.size },
    rows: plan.rows.map(({ index, serialNumber, state, reason, existing, order }) => ({
      index,
      serialNumber,
      state,
      reason,
      shop: order?.shop ?? null,
      model: order ? `${order.model} ${order.width}x${order.length}` : null,
      existing: existing ? { _id: existing.id, status: existing.status } : null,
      alerts: [...(alerts.get(index) ?? [])],
    })),
  };
}

const nothingNew = ({ skipped, refused }: { skipped: number; refused: number }): string =>
  `Nothing new: ${skipped} order${skipped === 1 ? '' : 's'} exist${skipped === 1 ? 's' : ''} already${refused ? `, ${refused} refused` : ''}.`;
