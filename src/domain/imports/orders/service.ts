import type { Knex } from 'knex';
import type { z } from 'zod';
import { companies, type CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { inOneTrip } from '../../kernel/database/database.js';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { Pace } from '../../kernel/pace.js';
import { jsonTextPaced } from '../../kernel/text/paced-answer.js';
import { service } from '../../kernel/service.js';
import { todayIn } from '../../kernel/time.js';
import { builtInChunks } from '../../orders/pricing/build-chunks.js';
import { summarizeStored } from './differences.js';
import { describeImport, formatPreview, formatUpload } from './result.js';
import { digestOf } from '../digest.js';
import { jsonOf } from './json-of.js';
import type { Refusal } from '../../orders/intake/incoming.js';
import { storedMapping } from './mapping-service.js';
import { lockNewOrdersAndRead } from '../../orders/intake/new-orders-lock.js';
import { countRows, planImport, withRefusals, type Duplicates, type ImportPlan, type PlannedRow } from './plan.js';
import { isKnownFormat, readOrderFile, rowsOf } from '../../orders/intake/read-file.js';
import { ImportOrders, ImportResult } from './schema.js';
import { findExisting, noteAlerts, storeInChunks, takeOut, type Alerts } from '../../orders/intake/take-in.js';

type Input = z.output<typeof ImportOrders>;
type Result = z.output<typeof ImportResult>;
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
      const [seen, company] = await inOneTrip<[Seen[], CompanyRow[]]>(
        ctx.db,
        seenBefore(ctx.db, await digestOf(jsonOf(rows), pace)),
        companies(ctx.db),
      );
      const { plan, summaries } = await planFile(ctx, { company, rows, input, answer: answer(input), pace });
      const alerts: Alerts = new Map();
      const refused: Refusal[] = [];
      let done = 0;
      for await (const chunk of builtInChunks(ctx.db, plan.take, pace)) {
        noteAlerts(alerts, chunk.built);
        refused.push(...chunk.refused);
        ctx.progress?.report((done += chunk.built.length + chunk.refused.length), plan.take.length, 'Pricing');
      }
      const whole = withRefusals(plan, refused);
      const described = describeImport({ actor: ctx.actor, plan: whole, summaries, alerts });
      const answered = {
        msg: formatPreview(described.counts),
        import: null,
        seenBefore: seen[0]?.at ?? null,
        ...described,
      };
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
  /** None before the first set-up. */
  readonly company: readonly CompanyRow[];
  readonly rows: readonly unknown[];
  readonly input: Input;
  readonly answer: Answer;
  readonly pace: Pace;
}

/** What is to become of the rows, and what the orders are that are stored under their serial numbers. */
async function planFile(ctx: ActorCtx, { company: [company], rows, input, answer, pace }: Reading) {
  if (!company) throw invalid('', 'Set up the company first.');
  ctx.progress?.report(0, rows.length, 'Reading');
  const zone = company.timeZone;
  const mapping = input.mapping ?? (rows.every(isKnownFormat) ? undefined : await storedMapping(ctx.db));
  const reading = { zone, today: todayIn(zone, ctx.clock.now()) };
  const file = await readOrderFile(
    rows,
    reading,
    (row) => (input.mapping || !isKnownFormat(row) ? mapping : undefined),
    pace,
  );
  const existing = await findExisting(ctx.db, file.orders);
  await pace.rest();
  const plan = planImport(file, existing, answer, ctx.actor);
  const known = plan.rows.flatMap((row) => row.existing?.id ?? []);
  return { plan, summaries: await summarizeStored(ctx.db, known) };
}

async function applyImport(ctx: WriteCtx, input: Input, answer: Answer): Promise<Result> {
  const rows = rowsOf(input.orders);
  const pace = new Pace(ctx.signal);
  const sha256 = await digestOf(jsonOf(rows), pace);
  // two uploads of one file at once must not both find nothing
  const [seen, company] = await lockNewOrdersAndRead<[Seen[], CompanyRow[]]>(
    ctx,
    seenBefore(ctx.db, sha256),
    companies(ctx.db),
  );
  const { plan: planned, summaries } = await planFile(ctx, { company, rows, input, answer, pace });
  const importId = newId();
  await ctx.db('imports').insert(importRow(ctx, importId, input.fileName, sha256));
  const stored = await storeInChunks(ctx, planned.take, importId, pace);
  const plan = withRefusals(planned, stored.refused);
  if (input.strict && plan.rows.some((row) => row.state === 'refused')) throw strictRefusal(plan.rows);
  if (stored.ids.length > 0) await keepImport(ctx, plan, { id: importId, file: input.fileName, orderIds: stored.ids });
  else await forgetImport(ctx, plan, importId, input.fileName);
  const described = describeImport({ actor: ctx.actor, plan, summaries, alerts: stored.alerts });
  const kept = stored.ids.length > 0 ? importId : null;
  const answered = { msg: formatUpload(described.counts), import: kept, seenBefore: seen[0]?.at ?? null, ...described };
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
  const out = await takeOut(ctx, plan.replace, id);
  const done = { counts: JSON.stringify(counts), report: await jsonTextPaced(reportOf(plan)) };
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

interface Seen {
  readonly at: string;
}

/** The last import of the same rows, if there is one. */
const seenBefore = (db: Knex, sha256: string) =>
  db('imports').where({ sha256, staged: false }).whereNull('undone_at').orderBy('at', 'desc').limit(1).select('at');
