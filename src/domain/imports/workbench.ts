import { z } from 'zod';
import { getScope } from '../kernel/context.js';
import { service } from '../kernel/service.js';
import { applyImport } from './apply.js';
import { ImportInput, requireFile } from './reading/input.js';
import { kindNames, getKind } from './kinds.js';
import { layOutAgain } from './reading/layout.js';
import { comparable } from './reading/rules.js';
import { DomainError } from '../kernel/errors.js';
import { queryRows, queryCount } from '../kernel/database/rows.js';
import { MOST_HEADERS } from './spreadsheets/column-mapping.js';
import { Confirmation, Counts, ImportOptions, ImportRow, rowStates, StagedImport } from './reading/schema.js';
import { requireAllowed, getCounts, findImport, readImport, replan, showRows, stage, toStaged } from './staged.js';
import { limitNames } from '../kernel/records/limit-names.js';
import { RecordId } from '../kernel/records/record.js';

const Kind = z.enum(kindNames, `must be one of: ${kindNames.join(', ')}`);
const look = { permission: 'imports.read', effect: 'read' } as const;
const change = { permission: 'imports.apply', effect: 'write' } as const;

export const stageImport = service({
  ...change,
  summary: 'Read a spreadsheet and preview its changes; nothing changes until you apply it',
  input: ImportInput.extend({ kind: Kind, ...ImportOptions.shape }),
  output: StagedImport,
  run: async (ctx, { kind: name, file, rows, fileName, ...choices }) => {
    requireFile({ file, rows, fileName });
    const kind = getKind(name);
    const options = await requireAllowed(ctx, kind, choices);
    const plan = await stage(ctx, await readImport(ctx, kind, { file, rows, fileName }, options));
    await ctx.audit({
      action: 'read a file',
      entity: 'import',
      id: plan.foundImport.id,
      after: { file: plan.foundImport.fileName },
    });
    return toStaged(plan.foundImport, getCounts(plan.rows));
  },
});

export const getStagedImport = service({
  ...look,
  summary: 'Get the sheets, columns and counts of an import',
  input: RecordId,
  output: StagedImport,
  run: async (ctx, { id }) => {
    const stagedImport = await findImport(ctx, id, { rows: false });
    const rows = await queryRows<{ state: keyof z.output<typeof Counts>; n: number }>(
      ctx
        .db('import_rows')
        .where({ import_id: id })
        .whereNot({ state: 'unread' })
        .groupBy('state')
        .select('state')
        .count({ n: '*' }),
    );
    const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
    for (const { state, n } of rows) counts[state] = Number(n);
    counts.refused += stagedImport.forgotten;
    return toStaged(stagedImport, counts);
  },
});

export const listImportRows = service({
  ...look,
  summary: 'List the rows of an import and what applying each would do or did',
  input: RecordId.extend({
    state: z.enum([...rowStates, '']).default(''),
    search: z.string().trim().max(200).default(''),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.object({ items: z.array(ImportRow), total: z.int() }),
  run: async (ctx, { id, state, search, page, size }) => {
    const stagedImport = await findImport(ctx, id, { rows: false });
    const query = ctx.db('import_rows').where({ import_id: id }).whereNot({ state: 'unread' });
    if (state) query.where({ state });
    if (search) query.whereRaw('position(lower(?) in lower(name)) > 0', [search]);
    const total = await queryCount(query.clone());
    return { items: await showRows(query.limit(size).offset((page - 1) * size), stagedImport), total };
  },
});

export const listDifferingRows = service({
  ...look,
  summary: 'List all new, changed or refused rows of a spreadsheet, in the order of the file',
  input: RecordId,
  output: z.object({ items: z.array(ImportRow) }),
  run: async (ctx, { id }) => {
    const stagedImport = await findImport(ctx, id, { rows: false });
    const differingRows = ctx
      .db('import_rows')
      .where({ import_id: id })
      .whereIn('state', ['new', 'changed', 'refused']);
    return { items: await showRows(differingRows, stagedImport) };
  },
});

export const mapImport = service({
  ...change,
  summary:
    'Match the columns of an import to fields or include hidden rows, and preview again; columns are saved for future files',
  input: RecordId.extend({
    columns: limitNames(
      z.record(z.string().max(200), z.string().max(100).nullable()),
      MOST_HEADERS,
      'has more than 1,000 columns',
    ).default({}),
    includeHidden: ImportOptions.shape.includeHidden,
  }),
  output: StagedImport,
  run: async (ctx, { id, columns: columnMapping, includeHidden }) => {
    const stagedImport = await findStaged(ctx, id);
    const { kind, layouts } = stagedImport;
    const options = { ...stagedImport.options, ...(includeHidden !== undefined && { includeHidden }) };
    const mapping = await kind.remember(ctx, columnMapping, layouts);
    const newLayouts = layouts.map((layout) => layOutAgain(layout, kind.columns(options), mapping));
    await ctx
      .db('imports')
      .where({ id })
      .update({ layout: JSON.stringify(newLayouts), options: JSON.stringify(options) });
    const plan = await replan(ctx, { ...stagedImport, options, layouts: newLayouts });
    const headers = {
      ...Object.fromEntries(Object.entries(columnMapping).map(([header, field]) => [comparable(header), field])),
      ...(includeHidden !== undefined && { includeHidden }),
    };
    const shopId = getScope(ctx.actor);
    await ctx.audit({ action: 'assign columns', entity: 'import', id, shopId, after: headers });
    return toStaged(plan.foundImport, getCounts(plan.rows));
  },
});

/** A staged import of a kind the actor may apply, locked. */
async function findStaged(ctx: Parameters<typeof findImport>[0], id: string) {
  const stagedImport = await findImport(ctx, id, { lock: true });
  await requireAllowed(ctx, stagedImport.kind, stagedImport.options);
  if (!stagedImport.staged) throw new DomainError('import-applied', undefined);
  return stagedImport;
}

const AppliedImport = z.object({ msg: z.string(), counts: Counts, import: z.uuid() });
const StrictOption = z.union([z.boolean(), z.stringbool()]).default(false);

export const applyStagedImport = service({
  ...change,
  summary: 'Apply the new and changed rows of an import, all or none',
  input: RecordId.extend({
    strict: StrictOption,
    without: z.array(z.int()).max(50_000).default([]),
    confirmed: Confirmation,
  }),
  output: AppliedImport,
  run: async (ctx, { id, strict, without, confirmed }) => {
    const stagedImport = await findStaged(ctx, id);
    return { ...(await applyImport(ctx, stagedImport, { strict, without: new Set(without), confirmed })), import: id };
  },
});
