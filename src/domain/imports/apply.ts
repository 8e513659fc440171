import { z } from 'zod';
import type { WriteCtx } from '../kernel/context.js';
import { databaseError } from '../kernel/database/errors.js';
import { DomainError, invalid } from '../kernel/errors.js';
import { publishCatalogue } from '../kernel/records/record.js';
import { NOTHING_CHANGED } from '../kernel/service.js';
import { present } from '../kernel/objects.js';
import type { RowChange, PlannedRow } from './reading/kind.js';
import { describeReason } from './reading/problem.js';
import { findIncomplete } from './reading/layout.js';
import { forgetRows } from './kept-rows.js';
import { closeImport } from './record.js';
import { findPlan, getCounts, type Import, type Plan, planStagedRows, stageAtOnce } from './staged.js';

/** Which rows of an import to apply, and how. */
export interface ApplyOptions {
  /** Whether to cancel the import if any row is refused. */
  readonly strict: boolean;
  /** Rows that the user deselected. */
  readonly without: ReadonlySet<number>;
  /** Whether the user confirmed the questions about the file. */
  readonly confirmed: boolean;
}

/** The result of an import. */
export interface ApplyResult {
  readonly msg: string;
  readonly counts: ReturnType<typeof getCounts>;
}

/** Imports a file without review, like `applyImport`, but throws import-overtaken. Also returns the plan. */
export async function applyAtOnce(
  tx: WriteCtx,
  stagedImport: Import,
  taking: ApplyOptions,
): Promise<ApplyResult & Plan> {
  refuseUnready(stagedImport, taking);
  await takeTime(tx);
  const plan = await stageAtOnce(tx, stagedImport);
  return { ...plan, ...(await applyPlan(tx, plan, taking, 'import-overtaken')) };
}

/**
 * Stores the new and changed rows of a reviewed import, all or none. Throws invalid-input if a sheet lacks a required
 * column, or if `strict` is set and a row is refused; import-unconfirmed for a file of other values; and import-stale
 * if a row differs from its preview.
 */
export async function applyImport(tx: WriteCtx, stagedImport: Import, taking: ApplyOptions): Promise<ApplyResult> {
  refuseUnready(stagedImport, taking);
  await takeTime(tx);
  return applyPlan(tx, await findPlan(tx, stagedImport), taking, 'import-stale');
}

/** Throws if a file cannot be applied. */
function refuseUnready(stagedImport: Import, { confirmed }: ApplyOptions): void {
  refuseIncomplete(stagedImport);
  const { questions } = stagedImport;
  if (questions.length > 0 && !confirmed) throw new DomainError('import-unconfirmed', { questions });
}

/** Stores the new and changed rows of a plan that was made without a lock. Without such rows, it takes no lock. */
async function applyPlan(
  tx: WriteCtx,
  plan: Plan,
  { strict, without }: ApplyOptions,
  stale: StaleCode,
): Promise<ApplyResult> {
  const { foundImport, rows } = plan;
  const { kind, id } = foundImport;
  const isIncluded = ({ raw }: PlannedRow) => !without.has(raw.n);
  const includedRows = rows.filter(isIncluded);
  const refusedRows = includedRows.filter(({ state }) => state === 'refused');
  if (strict && refusedRows.length > 0) throw strictRefusal(foundImport, refusedRows);
  const changing = includedRows.filter(({ state }) => state === 'new' || state === 'changed');
  if (changing.length > 0) await write(tx, foundImport, (await lockPlan(tx, plan, stale)).filter(isIncluded));
  else await trail(tx, foundImport, [], []);
  const counts = getCounts(includedRows);
  await closeImport(tx, id, counts, await toReport(tx, plan));
  if (without.size > 0)
    await tx
      .db('import_rows')
      .where({ import_id: id })
      .whereRaw('n = any(?)', [[...without]])
      .update({ taken: false });
  if (changing.length > 0) await publishCatalogue(tx);
  const sheets = new Set(changing.map(({ raw }) => raw.sheet)).size;
  const msg = changing.length > 0 ? kind.successText({ changed: changing.length, sheets }) : NOTHING_CHANGED;
  return { msg, counts };
}

/** Forgets the rows that are not kept, and reports how many were refused. */
async function toReport(tx: WriteCtx, { foundImport: { id, hidden, questions }, rows }: Plan): Promise<string> {
  return JSON.stringify({ hidden, questions, forgotten: await forgetRows(tx, id, rows) });
}

type StaleCode = 'import-stale' | 'import-overtaken';

/**
 * Locks out other writers and plans the rows again, without refused ones, so that however long the file, the lock is
 * held for what is stored. Throws if a row differs from its plan, because another user may have changed its record since.
 */
async function lockPlan(tx: WriteCtx, { foundImport, rows }: Plan, stale: StaleCode): Promise<PlannedRow[]> {
  const { kind, id } = foundImport;
  const checkedRows = kind.plansTogether ? rows : rows.filter(({ state }) => state !== 'refused');
  await kind.lock(tx, id);
  const lockedRows = await planStagedRows(tx, { ...foundImport, rows: checkedRows.map(({ raw }) => raw) });
  const differingRows = lockedRows.filter((row, at) => !isSamePlan(row, present(checkedRows[at])));
  if (differingRows.length > 0) throw new DomainError(stale, { rows: differingRows.length });
  return lockedRows;
}

/** Stores the rows that change a record, with the history. */
async function write(tx: WriteCtx, foundImport: Import, rows: readonly PlannedRow[]): Promise<void> {
  const { kind, options, id } = foundImport;
  const changing = rows.filter((row): row is PlannedRow & { change: RowChange<unknown> } => row.change !== null);
  await tx.db.raw(`select set_config('shedworks.import', ?, true)`, [id]);
  tx.progress?.report(0, changing.length, 'Saving');
  const changes = changing.map(({ change }) => change);
  const ids = await kind.write(tx, changes, options, id).catch((error: unknown) => {
    throw takenRefusal(error, 'imported') ?? error;
  });
  await noteRecords(tx, id, changing, ids);
  await trail(tx, foundImport, changing, ids);
}

/**
 * The time limit. One statement may change 600,000 values of all shops and store a version of each, which takes
 * longer than the default.
 */
export const takeTime = (tx: WriteCtx) => tx.db.raw(`set local statement_timeout = '30min'`);

function refuseIncomplete({ layouts }: Import): void {
  const [first] = findIncomplete(layouts);
  if (first) throw invalid('file', `sheet "${first.sheet}" has no column ${first.missing.join(', ')}`);
}

/**
 * A conflict that only the database noticed: a name or size that another record has, or a record that no longer
 * exists.
 */
export function takenRefusal(error: unknown, outcome: 'imported' | 'undone'): DomainError | undefined {
  const { code, detail } = databaseError(error);
  if (code === '23503') return invalid('file', `a record it refers to no longer exists; nothing was ${outcome}`);
  if (code !== '23505') return undefined;
  const [, key = ''] = /=\((.*)\) already exists/.exec(detail) ?? [];
  const values = key.split(', ').filter((part) => !z.uuid().safeParse(part).success);
  return invalid('file', `two records cannot share "${values.join(', ')}"; nothing was ${outcome}`);
}

/** Whether applying a row has the same effect in two plans; a stored plan has its fields in another order. */
const isSamePlan = (one: PlannedRow, other: PlannedRow): boolean =>
  JSON.stringify(toSortedParts(one)) === JSON.stringify(toSortedParts(other));

const toSortedParts = ({ state, changes }: Pick<PlannedRow, 'state' | 'changes'>) => [
  state,
  changes.map(({ column, before, after }) => [column, before, after]),
];

const strictRefusal = ({ layouts }: Import, refusedRows: readonly PlannedRow[]) =>
  invalid(
    'file',
    refusedRows
      .slice(0, 20)
      .map(({ raw, problems }) => {
        return `sheet "${layouts[raw.sheet]?.sheet ?? ''}", row ${raw.row}: ${problems.map(describeReason).join(', ')}`;
      })
      .join('; '),
  );

/** Stores which record each row became, for undoing. */
const noteRecords = (tx: WriteCtx, id: string, changing: readonly PlannedRow[], ids: readonly string[]) =>
  tx.db.raw(
    `update import_rows r set record_id = x.record_id from json_to_recordset(?) as x(n int, record_id uuid)
      where r.import_id = ? and r.n = x.n`,
    [JSON.stringify(changing.map(({ raw }, at) => ({ n: raw.n, record_id: ids[at] }))), id],
  );

/** Writes the history: what the import changed on each record, and the import itself. */
async function trail(
  tx: WriteCtx,
  { id, kind, fileName, options }: Import,
  changing: readonly (PlannedRow & { readonly change: RowChange<unknown> })[],
  ids: readonly string[],
): Promise<void> {
  const shopId = options.shop ?? null;
  const forShops = ids.length > 0 ? (options.shops ?? []) : []; // one entry per shop, not per record
  await tx.audit(
    forShops.map((shop) => ({ action: 'import', entity: kind.entity, ids, shopId: shop, after: { file: fileName } })),
  );
  const fieldByHeader = new Map(kind.columns(options).map(({ header, field }) => [header, field]));
  await tx.audit({
    action: 'import',
    entity: 'import',
    id,
    after: { kind: kind.name, file: fileName, rows: changing.length },
  });
  await tx.audit(
    changing.map(({ state, changes, change }, at) => {
      const of = (side: 'before' | 'after') =>
        Object.fromEntries(
          changes.map((difference) => [fieldByHeader.get(difference.column) ?? difference.column, difference[side]]),
        );
      const record = { entity: kind.entity, id: present(ids[at]), ...(shopId ? { shopId } : {}), action: 'import' };
      const sides = state === 'new' ? { after: change.after } : { before: of('before'), after: of('after') };
      const { after, ...rest } = kind.describeChange?.(change, options) ?? sides;
      return { ...record, ...rest, after: { ...after, file: fileName } };
    }),
  );
}
