import type { Knex } from 'knex';
import { mapColumns } from '../../kernel/database/columns.js';
import { queryFirstRow, queryPage, queryRows } from '../../kernel/database/rows.js';
import { formatEcho, parseCron } from '../../reporting/schedules/cron.js';
import type { Keys } from './reading/keyed-rows.js';
import type { FieldTypes } from './reading/notes.js';
import type { RowTimes } from './rows/row-time.js';
import { findSourceProblem, readCounts } from './rules.js';
import type { z } from 'zod';
import {
  FeedCounts,
  type FeedRun,
  type FeedRunDetail,
  type ListFeedRuns,
  type Source,
  SourceSettings,
} from './schema.js';
import { notFound } from '../../kernel/errors.js';

const columns = mapColumns(
  '_id name kind address settings credentialSetAt cron fullCron timeZone mapping overlapMinutes paused nextRunAt nextFullAt highWater revision',
  's',
);

const RUN = `select json_build_object('_id', r.id, 'state', r.state, 'finishedAt', r.finished_at, 'message', r.message)
  from feed_runs r where r.source_id = s.id`;
/** For a source that is pushed to, a waiting run, which later pushes do not replace. */
const LAST_RUN = `coalesce(
  case when s.kind = 'push' then (${RUN} and r.state = 'braked' order by r.created_at desc limit 1) end,
  (${RUN} order by r.created_at desc, r.id desc limit 1)) as "lastRun"`;

type Row = Omit<Source, 'settings' | 'schedule' | 'fullSchedule' | 'problem'> & { readonly settings: unknown };

/** Sources by name, with their state at `now`; `ids` limits them. */
export async function findSources(db: Knex, now: Date, ids?: readonly string[]): Promise<Source[]> {
  const query = db('feed_sources as s')
    .leftJoin('users as u', 'u.id', 's.owner_id')
    .leftJoin('users as k', 'k.id', 's.key_id')
    .select(columns)
    .select(db.raw(`case when k.id is not null then json_build_object('_id', k.id, 'name', k.name) end as key`))
    .select(db.raw(`case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end as owner`))
    .select(db.raw(LAST_RUN))
    .orderByRaw('lower(s.name), s.id');
  if (ids) void query.whereRaw('s.id = any(?)', [[...ids]]);
  const rows = await queryRows<Row>(query);
  return rows.map((row) => ({
    ...row,
    settings: SourceSettings.parse(row.settings),
    schedule: formatTimes(row.cron, row.timeZone),
    fullSchedule: formatTimes(row.fullCron, row.timeZone),
    problem: findSourceProblem(row, now),
  }));
}

const formatTimes = (cron: string | null, timeZone: string): string | null =>
  cron === null ? null : formatEcho(parseCron(cron), timeZone);

/** What reading a source needs: its place, its encrypted credential, and what is known about it. */
export interface SourceParts extends Readonly<
  Pick<Source, 'name' | 'kind' | 'address' | 'settings' | 'timeZone' | 'mapping' | 'overlapMinutes' | 'highWater'>
> {
  readonly id: string;
  readonly sealed: string | null;
  readonly fields: FieldTypes;
}

const partColumns = mapColumns(
  'id name kind address settings sealed:credential timeZone mapping overlapMinutes highWater fields',
);

/** A source ready to be read. Throws not-found. */
export async function getSourceParts(db: Knex, id: string): Promise<SourceParts> {
  const row = await queryFirstRow<SourceParts>(db('feed_sources').where({ id }).first(partColumns));
  if (!row) throw notFound('Source');
  return { ...row, settings: SourceSettings.parse(row.settings) };
}

/** How to identify the rows of a source. */
export const getKeys = ({ settings, timeZone, kind, fields, mapping }: SourceParts): Keys => ({
  ...{ settings, timeZone, fieldTypes: fields, mapping },
  acceptsSerial: kind !== 'rest',
});

/** Which field of a source's rows has the time of their last change. */
export const getTimes = ({ settings, timeZone }: Pick<SourceParts, 'settings' | 'timeZone'>): RowTimes => ({
  ...{ field: settings.timeField, zone: timeZone },
});

/** How a source handles its rows, and how to read them. */
export const getRules = (source: SourceParts) => ({
  ...{ source: source.name, takesAtOnce: source.settings.takesAtOnce, mapping: source.mapping },
  times: getTimes(source),
});

const runColumns = mapColumns(
  '_id kind cause state dueAt startedAt finishedAt since file sourceCount readCount counts message',
  'r',
);

const selectRuns = (db: Knex) =>
  db('feed_runs as r')
    .join('feed_sources as s', 's.id', 'r.source_id')
    .select(runColumns)
    .select(db.raw(`json_build_object('_id', s.id, 'name', s.name) as source`));

const withCounts = <R extends { readonly counts: Partial<FeedCounts> }>(run: R) => ({
  ...run,
  counts: readCounts(run.counts),
});

/** A page of a source's runs, newest first, and the total count. */
export async function findFeedRuns(db: Knex, { id, ...page }: z.output<typeof ListFeedRuns>) {
  const runs = selectRuns(db).where('r.source_id', id).orderByRaw('r.created_at desc, r.id desc');
  const { items, total } = await queryPage<FeedRun>(runs, page);
  return { items: items.map(withCounts), total };
}

type Detail = z.output<typeof FeedRunDetail>;

/** A run with its findings. Throws not-found. */
export async function getRun(db: Knex, id: string): Promise<Detail> {
  const run = await queryFirstRow<Detail>(
    selectRuns(db)
      .where('r.id', id)
      .select('r.findings', 'r.refused', 'r.brake', { releasedBy: 'r.released_by' })
      .first(),
  );
  if (!run) throw notFound('Run');
  return withCounts(run);
}
