import { z } from 'zod';
import type { WriteCtx } from '../kernel/context.js';
import { databaseError } from '../kernel/database/errors.js';
import { DomainError, invalid } from '../kernel/errors.js';
import { publishCatalogue } from '../kernel/records/record.js';
import { queryRows } from '../kernel/database/rows.js';
import { present } from '../kernel/objects.js';
import type { RowChange, PlannedRow } from './reading/kind.js';
import { describeReason } from './reading/problem.js';
import { findIncomplete } from './reading/layout.js';
import { closeImport } from './record.js';
import { getCounts, type Import, type Plan, planStagedRows, stage } from './staged.js';

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

/** Imports a file without review, like `applyImport`, but plans the staged rows only once. Also returns the plan. */
export async function applyAtOnce(
  tx: WriteCtx,
  stagedImport: Import,
  taking: ApplyOptions,
): Promise<ApplyResult & Plan> {
  await begin(tx, stagedImport, taking);
  const plan = await stage(tx, stagedImport);
  return { ...plan, ...(await write(tx, plan, taking)) };
}

/**
 * Stores the new and changed rows of a reviewed import, all or none. Throws invalid-input if a sheet lacks a required
 * column, or if `strict` is set and a row is refused; import-unconfirmed for a file of other values; and import-stale
 * if a row differs from its preview.
 */
export async function applyImport(tx: WriteCtx, stagedImport: Import, taking: ApplyOptions): Promise<ApplyResult> {
  await begin(tx, stagedImport, taking);
  const rows = await planStagedRows(tx, stagedImport);
  await refuseStale(tx, stagedImport, rows);
  return write(tx, { foundImport: stagedImport, rows }, taking);
}

/** Throws if a file cannot be applied, and locks out other writers. */
async function begin(tx: WriteCtx, stagedImport: Import, { confirmed }: ApplyOptions): Promise<void> {
  const { kind, id, questions } = stagedImport;
  refuseIncomplete(stagedImport);
  if (questions.length > 0 && !confirmed) throw new DomainError('import-unconfirmed', { questions });
  await takeTime(tx);
  await kind.lock(tx, id);
  await tx.db.raw(`select set_config('shedworks.import', ?, true)`, [id]);
}

async function write(
  tx: WriteCtx,
  { foundImport, rows }: Plan,
  { strict, without }: ApplyOptions,
): Promise<ApplyResult> {
  const { kind, options, id } = foundImport;
  const includedRows = rows.filter(({ raw }) => !without.has(raw.n));
  const refusedRows = includedRows.filter(({ state }) => state === 'refused');
  if (strict && refusedRows.length > 0) throw strictRefusal(foundImport, refusedRows);
  const changing = includedRows.filter(
    (row): row is PlannedRow & { change: RowChange<unknown> } => row.change !== null,
  );
  tx.progress?.report(0, changing.length, 'Saving');
  const changes = changing.map(({ change }) => change);
  const ids = await kind.write(tx, changes, options, id).catch((error: unknown) => {
    throw takenRefusal(error, 'imported') ?? error;
  });
  await noteRecords(tx, id, changing, ids);
  await trail(tx, foundImport, changing, ids);
  const counts = getCounts(includedRows);
  await closeImport(tx, id, counts);
  if (without.size > 0)
    await tx
      .db('import_rows')
      .where({ import_id: id })
      .whereRaw('n = any(?)', [[...without]])
      .update({ taken: false });
  if (changing.length > 0) await publishCatalogue(tx);
  const sheets = new Set(changing.map(({ raw }) => raw.sheet)).size;
  const msg = changing.length > 0 ? kind.successText({ changed: changing.length, sheets }) : 'Nothing to change.';
  return { msg, counts };
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

/** Throws if what the user saw is no longer true, because another user may have changed a record since. */
async function refuseStale(tx: WriteCtx, { id }: Import, rows: readonly PlannedRow[]): Promise<void> {
  const storedRows = await queryRows<{ n: number } & Pick<PlannedRow, 'state' | 'changes'>>(
    tx.db('import_rows').where({ import_id: id }).orderBy('n').select('n', 'state', 'changes'),
  );
  const before = new Map(storedRows.map(({ n, ...row }) => [n, JSON.stringify(toSortedParts(row))]));
  const differingRows = rows.filter(
    ({ raw, state, changes }) => before.get(raw.n) !== JSON.stringify(toSortedParts({ state, changes })),
  );
  if (differingRows.length > 0) throw new DomainError('import-stale', { rows: differingRows.length });
}

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
