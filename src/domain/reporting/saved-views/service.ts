import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { getScope, type ActorCtx, type WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { getOwnerColumns, viewsLimit, writeKept } from '../../kernel/records/limits.js';
import { getList } from '../../kernel/records/page.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  deleteRecord,
  RecordId,
  type RecordKind,
} from '../../kernel/records/record.js';
import { reports, runnable } from '../reports/registry.js';
import { readInput, service } from '../../kernel/service.js';
import { findUsableView, selectViews, usableViews } from './queries.js';
import { isOfList } from './rules.js';
import { ListAddress, ListViews, SavedView, ViewFields } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const kindFor = (shopId: string | null): RecordKind<typeof SavedView> => ({
  what: 'View',
  entity: 'saved-view',
  table: 'saved_views',
  schema: SavedView,
  find: async (db, ids) => await queryRows<SavedView>(selectViews(db).whereRaw('v.id = any(?)', [ids])),
  uses: [{ table: 'schedules', column: 'view_id', one: 'schedule', many: 'schedules' }],
  publish: (tx) => tx.publish({ topic: 'savedview', shopIds: [shopId] }),
});

const SavedViewAnswer = z.object({ msg: z.string(), item: SavedView });

export const listViews = service({
  summary:
    "List the signed-in user's views of reports or of one list, and the views shared with the user, by report and name",
  permission: 'views.use',
  effect: 'read',
  input: ListViews,
  output: getList(SavedView),
  run: async (ctx, { report }) => {
    const mayRun = runnable(ctx.actor).map(({ name }) => name);
    const views = await queryRows<SavedView>(usableViews(ctx.db, ctx.actor));
    const reports = report ? [report].filter((one) => isOfList(one) || mayRun.includes(one)) : mayRun;
    const items = views.filter((view) => reports.includes(view.report));
    return { items, total: items.length };
  },
});

export const getView = service({
  summary: 'Get a saved view',
  permission: 'views.use',
  effect: 'read',
  input: RecordId,
  output: SavedView,
  run: (ctx, { id }) => usable(ctx, id),
});

export const createView = service({
  summary: 'Save the filter of a report, or the search, filters and columns of a list, as a view',
  permission: 'views.use',
  effect: 'write',
  input: ViewFields,
  output: SavedViewAnswer,
  run: async (ctx, { name, report, filter }) => {
    const owner = getOwnerColumns(ctx, 'A view');
    const row = { ...owner, report, name, filter: JSON.stringify(readFilter(ctx, report, filter)) };
    const item = await writeKept(ctx, viewsLimit, owner.owner_id, () =>
      createRecord(ctx, kindFor(owner.shop_id), (id) => ctx.db('saved_views').insert({ id, ...row })),
    );
    return { msg: 'View saved.', item };
  },
});

export const updateView = service({
  summary: "Change the name and the filter of the signed-in user's view; Admins can also change shared views",
  permission: 'views.use',
  effect: 'write',
  input: ViewFields.omit({ report: true }).partial().extend(RecordVersion.shape),
  output: SavedViewAnswer,
  run: async (ctx, { id, revision, ...change }) => {
    const before = await changeable(ctx, id);
    const { name = before.name, filter = before.filter } = change;
    const storedFilter = readFilter(ctx, before.report, filter);
    const row = { name, filter: JSON.stringify(storedFilter) };
    const item = await writeKept(ctx, viewsLimit, before.owner._id, () =>
      updateRecord(ctx, kindFor(getScope(ctx.actor)), { id, revision }, () =>
        ctx.db('saved_views').where({ id }).update(row),
      ),
    );
    return { msg: 'View updated.', item };
  },
});

export const shareView = service({
  summary: 'Share a view with everyone in the office or the shop, or stop sharing it',
  permission: 'views.share',
  effect: 'write',
  input: RecordVersion.extend({ shared: z.boolean().default(true) }),
  output: SavedViewAnswer,
  run: async (ctx, { id, revision, shared }) => {
    await changeable(ctx, id);
    const item = await updateRecord(ctx, kindFor(getScope(ctx.actor)), { id, revision }, () =>
      ctx.db('saved_views').where({ id }).update({ shared }),
    );
    return { msg: shared ? 'View shared.' : 'View no longer shared.', item };
  },
});

export const deleteView = service({
  summary: "Delete the signed-in user's view; Admins can also delete shared views; refused while a schedule uses it",
  permission: 'views.use',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await changeable(ctx, id);
    await deleteRecord(ctx, kindFor(getScope(ctx.actor)), id);
    return { msg: 'View deleted.' };
  },
});

async function usable({ db, actor }: ActorCtx, id: string): Promise<SavedView> {
  const view = await findUsableView(db, actor, id);
  if (!view) throw notFound('View');
  return view;
}

/** A view the actor may change: the actor's own, or a shared one of the side if the actor is its Admin. */
async function changeable(ctx: WriteCtx, id: string): Promise<SavedView> {
  const view = await usable(ctx, id);
  if (view.owner._id === ctx.actor.id || can(ctx.actor, 'views.share')) return view;
  throw new DomainError('permission-denied', undefined);
}

/**
 * A filter parsed by its report, with defaults, or the URL parameters of a list. Throws for a report the actor may
 * not run.
 */
function readFilter({ actor }: WriteCtx, name: string, filter: unknown): unknown {
  if (isOfList(name)) return readInput(z.object({ filter: ListAddress }), { filter }).filter;
  const report = reports.find((one) => one.name === name);
  if (!report) throw invalid('report', 'is not a report');
  if (!can(actor, report.permission)) throw new DomainError('permission-denied', undefined);
  return readInput(z.object({ filter: report.filter }), { filter }).filter;
}
