import type { Knex } from 'knex';
import { z } from 'zod';
import { can } from '../kernel/rights/permissions.js';
import { type ActorCtx, getScope, type WriteCtx } from '../kernel/context.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { Pace } from '../kernel/pace.js';
import { queryFirstRow, queryRows } from '../kernel/database/rows.js';
import { present } from '../kernel/objects.js';
import { forgetStaged } from './forget-staged.js';
import { countedLayouts, hiddenRowsIn } from './reading/hidden-rows.js';
import { ignoredColumnsIn } from './reading/ignored-columns.js';
import type { ImportInput } from './reading/input.js';
import { findIncomplete, isComplete } from './reading/layout.js';
import { kindNamed } from './kinds.js';
import { getImporting } from './reading/rules.js';
import { earlierImports, openImport, seenIn } from './record.js';
import type { ImportKind, PlannedRow, RawRow, ImportSource } from './reading/kind.js';
import { ImportOptions, type ImportRow, type RowState, SheetLayout, type StagedImport } from './reading/schema.js';
import { keptRows } from './kept-rows.js';
import { insertImportedRows } from './reading/write-rows.js';

/** A file to stage: what its kind reads from it, and the user's options. */
export interface Import extends ImportSource {
  readonly id: string;
  readonly kind: ImportKind;
  readonly options: ImportOptions;
  readonly staged: boolean;
  /** How many refused rows are no longer kept. */
  readonly forgotten: number;
  readonly seenBefore: string | null;
}

/** Throws if the actor may not apply imports of this kind, or may not use a shop; returns the options that apply. */
export async function requireAllowed(ctx: ActorCtx, kind: ImportKind, options: ImportOptions): Promise<ImportOptions> {
  const ofShop = options.shop !== undefined || getScope(ctx.actor) !== null;
  if (!can(ctx.actor, getImporting(kind, ofShop))) throw new DomainError('permission-denied', undefined);
  return scopeOptions(ctx, options);
}

/** The options that apply; for shop users always with their own shop. */
export async function scopeOptions(ctx: ActorCtx, options: ImportOptions): Promise<ImportOptions> {
  const scope = getScope(ctx.actor);
  const requestedShops = [options.shop, ...(options.shops ?? [])].flatMap((shop) => shop ?? []);
  if (scope !== null && requestedShops.some((shop) => shop !== scope)) throw notFound('Shop');
  const shops = await queryRows<{ id: string }>(ctx.db('shops').whereRaw('id = any(?)', [requestedShops]).select('id'));
  if (shops.length < new Set(requestedShops).size) throw notFound('Shop');
  return scope === null ? options : { ...options, shop: scope };
}

/** Reads the upload and finds its columns, without storing anything. */
export async function readImport(
  ctx: ActorCtx,
  kind: ImportKind,
  input: ImportInput,
  options: ImportOptions,
): Promise<Import> {
  const source = await kind.read(ctx, input, options);
  const seenBefore = seenIn(await earlierImports(ctx.db, kind.name, source.sha256));
  return { ...source, id: newId(), kind, options, staged: true, forgotten: 0, seenBefore };
}

/** Stores an import with its plan, and deletes old or surplus imports that were never applied. */
export async function stage(tx: WriteCtx, stagedImport: Import): Promise<Plan> {
  await open(tx, stagedImport);
  const plan = await replan(tx, stagedImport);
  await forgetStaged(tx.db, tx.clock.now(), stagedImport.id);
  return plan;
}

/** Stores an import that is applied in the same transaction with its plan, but only the rows that are kept then. */
export async function stageAtOnce(tx: WriteCtx, stagedImport: Import): Promise<Plan> {
  await open(tx, stagedImport);
  const rows = await planStagedRows(tx, stagedImport);
  await storeRows(tx, stagedImport, keptRows(rows));
  return { foundImport: stagedImport, rows };
}

async function open(tx: WriteCtx, stagedImport: Import): Promise<void> {
  const { id, kind, fileName, sha256, options, layouts, hidden, questions } = stagedImport;
  await openImport(tx, {
    ...{ id, kind: kind.name, file_name: fileName, sha256, staged: true, shop_id: getScope(tx.actor) },
    options: JSON.stringify(options),
    layout: JSON.stringify(layouts),
    report: JSON.stringify({ hidden, questions }),
  });
}

/** An import and the effect of applying it. */
export interface Plan {
  readonly foundImport: Import;
  readonly rows: readonly PlannedRow[];
}

/** A row that is not compared, because some columns are not assigned yet, or because it is hidden and left out. */
const UNREAD = { state: 'unread', name: '', changes: [], problems: [] } as const;

/** The approximate size of an import's rows on disk. */
const BYTES = `(select coalesce(sum(pg_column_size(cells) + pg_column_size(changes) + pg_column_size(problems)), 0)
  from import_rows where import_id = ?)`;

/** Plans the rows of an import and replaces the stored plan. */
export async function replan(tx: WriteCtx, stagedImport: Import): Promise<Plan> {
  const rows = await planStagedRows(tx, stagedImport);
  await tx.db('import_rows').where({ import_id: stagedImport.id }).delete();
  const pace = new Pace(tx.signal);
  const rowByNumber = new Map(await pace.map(rows, (row) => [row.raw.n, row] as const));
  const all = await pace.map(stagedImport.rows, (raw) => rowByNumber.get(raw.n) ?? { raw, ...UNREAD });
  await storeRows(tx, stagedImport, all);
  const counts = getCounts(rows);
  await tx
    .db('imports')
    .where({ id: stagedImport.id })
    .update({ counts: JSON.stringify(counts), staged_bytes: tx.db.raw(BYTES, [stagedImport.id]) });
  return { foundImport: stagedImport, rows };
}

type StoredPlan = Pick<PlannedRow, 'raw' | 'name' | 'changes' | 'problems'> & { readonly state: RowState | 'unread' };

async function storeRows(tx: WriteCtx, { id }: Import, rows: readonly StoredPlan[]): Promise<void> {
  tx.progress?.report(0, rows.length, 'Saving');
  const storedRows = await new Pace(tx.signal).map(rows, ({ raw, state, name, changes, problems }) => {
    return { import_id: id, ...raw, state, name, changes, problems, taken: true };
  });
  await insertImportedRows(tx.db, 'import_rows', storedRows);
  await tx.publish({ topic: 'imports', shopIds: [getScope(tx.actor)] });
}

/** The current effect of applying the rows. Hidden rows are left out unless the options include them. */
export function planStagedRows(ctx: ActorCtx, { kind, options, layouts, rows }: Import): Promise<PlannedRow[]> {
  const readableRows = rows.filter(
    ({ sheet, hidden }) => isComplete(present(layouts[sheet])) && (!hidden || options.includeHidden),
  );
  ctx.progress?.report(0, readableRows.length, 'Comparing');
  const pace = new Pace(ctx.signal);
  return kind.plan(ctx, { rows: readableRows, layouts, options, pace });
}

/** The effect of applying the rows as their preview shows it. */
export async function findPlan({ db }: ActorCtx, foundImport: Import): Promise<Plan> {
  const storedRows = await queryRows<{ n: number } & Pick<PlannedRow, 'state' | 'name' | 'changes' | 'problems'>>(
    db('import_rows')
      .where({ import_id: foundImport.id })
      .whereNot({ state: 'unread' })
      .orderBy('n')
      .select('n', 'state', 'name', 'changes', 'problems'),
  );
  const rawByNumber = new Map(foundImport.rows.map((raw) => [raw.n, raw]));
  const rows = storedRows.map(({ n, ...row }) => ({ ...row, raw: present(rawByNumber.get(n)), change: null }));
  return { foundImport, rows };
}

/** The number of rows that are new, changed, unchanged and refused. */
export function getCounts(rows: readonly Pick<PlannedRow, 'state'>[]) {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** A staged import of the actor's side, locked if it will be changed. Throws not-found. */
export async function findImport(
  ctx: ActorCtx,
  id: string,
  { lock = false, rows: withRows = true }: { readonly lock?: boolean; readonly rows?: boolean } = {},
): Promise<Import> {
  const scope = getScope(ctx.actor);
  const query = ctx.db('imports').where({ id });
  if (scope) query.where({ shop_id: scope });
  if (lock) query.forUpdate();
  const row = await queryFirstRow<ImportRecord>(query.first());
  const kind = row && kindNamed(row.kind);
  if (!row || !kind) throw notFound('Import');
  const storedRows = ctx.db('import_rows').where({ import_id: id }).orderBy('n');
  const rows = withRows ? await queryRows<RawRow>(storedRows.select('n', 'sheet', 'row', 'cells', 'hidden')) : [];
  return {
    id,
    kind,
    fileName: row.file_name,
    sha256: row.sha256,
    options: ImportOptions.parse(row.options),
    layouts: z.array(SheetLayout).parse(row.layout),
    rows,
    staged: row.staged,
    forgotten: row.report.forgotten ?? 0,
    hidden: row.report.hidden ?? [],
    questions: row.report.questions ?? [],
    seenBefore: row.staged ? seenIn(await earlierImports(ctx.db, row.kind, row.sha256)) : null,
  };
}

interface ImportRecord {
  readonly kind: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly staged: boolean;
  readonly options: unknown;
  readonly layout: SheetLayout[];
  readonly report: { readonly hidden?: string[]; readonly questions?: string[]; readonly forgotten?: number };
}

/** An import as the workbench shows it. */
export function toStaged(
  stagedImport: Import,
  counts: z.output<typeof StagedImport>['counts'],
): z.output<typeof StagedImport> {
  const { id, kind, fileName, options, layouts, staged, forgotten, seenBefore, hidden, questions } = stagedImport;
  return {
    _id: id,
    kind: kind.name,
    title: kind.title,
    fileName,
    options,
    staged,
    seenBefore,
    counts,
    refusedNotKept: forgotten,
    layout: countedLayouts(layouts, options),
    hidden: [...hidden],
    questions: [...questions],
    hiddenRows: hiddenRowsIn(layouts),
    ignoredColumns: ignoredColumnsIn(stagedImport.layouts),
    fields: kind
      .columns(options)
      .filter(({ unlisted }) => !unlisted)
      .map(({ field, header, required }) => ({ field, header, required: required === true })),
    msg: sentence(layouts, counts),
  };
}

function sentence(layouts: readonly SheetLayout[], counts: z.output<typeof StagedImport>['counts']): string {
  const { new: newCount, changed, refused } = counts;
  const [incompleteSheet] = findIncomplete(layouts);
  if (incompleteSheet) return `Sheet "${incompleteSheet.sheet}" has no column ${incompleteSheet.missing.join(', ')}.`;
  if (newCount + changed === 0)
    return refused > 0 ? `Nothing to change: ${refused} rows are refused.` : 'Nothing to change.';
  return `${newCount} new, ${changed} changed${refused > 0 ? `, ${refused} refused` : ''}.`;
}

/** Rows of an import as the workbench shows them, in their order in the file. */
export async function showRows(query: Knex.QueryBuilder, { layouts }: Import): Promise<z.output<typeof ImportRow>[]> {
  const rows = await queryRows<StoredRow>(
    query.orderBy('n').select('n', 'sheet', 'row', 'state', 'name', 'changes', 'problems', 'taken'),
  );
  return rows.map((row) => showRow(row, layouts));
}

/** A row with its sheet by index. */
type StoredRow = Omit<z.output<typeof ImportRow>, 'sheet'> & { readonly sheet: number };

/** A row with the name of its sheet. */
export const showRow = (row: StoredRow, layouts: readonly SheetLayout[]): z.output<typeof ImportRow> => ({
  ...row,
  sheet: layouts[row.sheet]?.sheet ?? '',
});
