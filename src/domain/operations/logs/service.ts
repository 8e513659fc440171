import type { Knex } from 'knex';
import { z } from 'zod';
import { getScope, type ActorCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { likeText } from '../../kernel/database/like.js';
import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { DeleteLogs, ListLogs, Log, type LogFilter } from './schema.js';
import { queryFirstRow, queryPage, queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

export const listLogs = service({
  summary: 'List errors and rejected changes, newest first; a shop sees those of its users',
  permission: 'logs.view',
  effect: 'read',
  input: ListLogs,
  output: getList(Log),
  run: async (ctx, { page, size, ...filter }) => {
    const matching = matchingLogs(ctx, filter, await timeZone(ctx.db));
    return queryPage<Log>(matching.select(columns(ctx)).orderByRaw('at desc, id desc'), { page, size });
  },
});

export const getLog = service({
  summary: 'Get an error log entry, by its ID or request ID',
  permission: 'logs.view',
  effect: 'read',
  input: z.object({ id: z.string().trim().min(1).max(200) }),
  output: Log,
  run: async (ctx, { id }) => {
    const log = await queryFirstRow<Log>(
      visibleLogs(ctx).whereRaw('(id::text = ? or request_id = ?)', [id, id]).orderBy('at', 'desc').first(columns(ctx)),
    );
    if (!log) throw notFound('Log');
    return log;
  },
});

export const deleteLog = service({
  summary: 'Delete an error log entry',
  permission: 'logs.view',
  effect: 'write',
  input: z.object({ id: Id }),
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const [deletedLog] = await queryRows<DeletedError>(
      visibleLogs(ctx).where({ id }).delete(['function_name', 'user_name', 'shop_id']),
    );
    if (!deletedLog) throw notFound('Log');
    const before = { functionName: deletedLog.function_name, user: deletedLog.user_name };
    await ctx.audit({ action: 'delete', entity: 'log', id, shopId: deletedLog.shop_id, before });
    await ctx.publish({ topic: 'logs', shopIds: [deletedLog.shop_id] });
    return { msg: 'Log is deleted' };
  },
});

export const deleteLogs = service({
  summary: 'Delete the error log entries that match a filter, or all that the signed-in user can see',
  permission: 'logs.view',
  effect: 'write',
  input: DeleteLogs,
  output: z.object({ msg: z.string(), deleted: z.int() }),
  run: async (ctx, { until, ...filter }) => {
    const matching = matchingLogs(ctx, filter, await timeZone(ctx.db));
    if (until) void matching.where('at', '<=', until);
    const deletedRows = await queryRows<{ id: string; shop_id: string | null }>(matching.delete(['id', 'shop_id']));
    const deletedCount = deletedRows.length;
    const ids = deletedRows.map(({ id }) => id);
    await ctx.audit({
      action: 'delete',
      entity: 'log',
      ids,
      shopId: ctx.actor.shopId,
      before: { deleted: deletedCount, ...filter },
    });
    await ctx.publish({ topic: 'logs', shopIds: [...new Set(deletedRows.map((one) => one.shop_id))] });
    return { msg: deletedCount === 1 ? '1 log deleted.' : `${deletedCount} logs deleted.`, deleted: deletedCount };
  },
});

interface DeletedError {
  readonly function_name: string;
  readonly user_name: string;
  readonly shop_id: string | null;
}

function visibleLogs({ db, actor }: ActorCtx): Knex.QueryBuilder {
  const shopId = getScope(actor);
  return db('error_logs').modify((query) => {
    if (shopId) void query.where({ shop_id: shopId });
  });
}

const HIDDEN = 'Something went wrong. We recorded the error.';

/**
 * The message of an entry. The text of an unexpected error may contain company figures, so a shop gets only the
 * message that its users saw.
 */
const messageSql = ({ db, actor }: ActorCtx): Knex.Raw | string =>
  getScope(actor) ? db.raw(`case kind when 'refused' then message else ? end`, [HIDDEN]) : 'message';

const columns = (ctx: ActorCtx) => ({
  _id: 'id',
  kind: 'kind',
  functionName: 'function_name',
  user: 'user_name',
  message: messageSql(ctx),
  timestamp: 'at',
  requestId: 'request_id',
});

async function timeZone(db: Knex): Promise<string> {
  const company = await queryFirstRow<{ zone: string }>(db('companies').first({ zone: 'time_zone' }));
  return company?.zone ?? 'America/Chicago';
}

function matchingLogs(ctx: ActorCtx, { search, kind, from, to }: LogFilter, zone: string): Knex.QueryBuilder {
  return visibleLogs(ctx).modify((query) => {
    if (kind) void query.where({ kind });
    if (from) void query.whereRaw('at >= (?::date)::timestamp at time zone ?', [from, zone]);
    if (to) void query.whereRaw('at < (?::date + 1)::timestamp at time zone ?', [to, zone]);
    if (search) void searchLogs(query, ctx, likeText(search));
  });
}

/** The columns to search. A search must not match data that the user may not see. */
function searchLogs(query: Knex.QueryBuilder, { actor }: ActorCtx, text: string): Knex.QueryBuilder {
  const message = getScope(actor) ? `(kind = 'refused' and message ilike ?)` : 'message ilike ?';
  return query.whereRaw(`(function_name ilike ? or user_name ilike ? or request_id ilike ? or ${message})`, [
    text,
    text,
    text,
    text,
  ]);
}
