import { DateTime } from 'luxon';
import type { TableColumn } from '../../files/table-file.js';
import type { ActorCtx } from '../../kernel/context.js';
import { readAll } from '../../kernel/database/read-all.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { isId } from '../../kernel/ids.js';
import { service } from '../../kernel/service.js';
import { toJsonText } from '../../kernel/text/json-text.js';
import { loadJson } from '../reports/answer.js';
import { getPeriod, type Period, readPeriodLines } from '../reports/period.js';
import { type Report, type ReportLine, reportTable } from '../reports/report.js';
import { countFieldRows, type FieldRow, matchEntries, selectFieldRows } from './queries.js';
import { capitalize, formatTrailValue, nameField, nameRecordKind, sourceLabels } from './rules.js';
import { TrailFilter, TrailReport } from './schema.js';
import { TRAIL_RANGE } from './service.js';

/** The history of everything, with a row for each changed field, newest first. */
export const trailReport: Report<typeof TrailFilter> = {
  name: 'trail',
  title: 'Audit trail',
  permission: 'trail.view',
  screen: { company: 'admin/trail' },
  filter: TrailFilter,
  table: readTable,
  answer: readAnswer,
};

export const runTrailReport = service({
  summary: 'List the changed fields in a date range: who, when, from where, old and new; newest first',
  permission: 'trail.view',
  effect: 'read',
  readsFrom: 'standby',
  input: TrailFilter,
  output: { office: toJsonText(TrailReport) },
  run: readAnswer,
});

const ANSWER = `
  select count(*) as n, json_build_object('range', ?::json, 'total', count(*),
    'rows', coalesce(json_agg(json_build_object('at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', actor_name, 'action', action, 'recordKind', entity, 'record', record_name, 'records', records, 'shop', shop,
      'field', field, 'from', before, 'to', after, 'amount', amount, 'source', source, 'origin', origin)
      order by at desc, id desc, field), '[]'))::text as text
  from ? line`;

async function readAnswer(ctx: ActorCtx, filter: TrailFilter) {
  const period = await getPeriod(ctx, filter, TRAIL_RANGE);
  const entries = await matchEntries(ctx, filter, period.span);
  return loadJson(ctx, ANSWER, selectFieldRows(ctx.db, entries()), period);
}

async function readTable(ctx: ActorCtx, filter: TrailFilter) {
  const period = await getPeriod(ctx, filter, TRAIL_RANGE);
  const entries = await matchEntries(ctx, filter, period.span);
  const count = () => countFieldRows(ctx.db, entries());
  return reportTable<FieldRow>({
    name: 'trail',
    title: 'Audit trail',
    columns: columnsIn(period.zone),
    rows: readAll<FieldRow>(ctx.db, selectFieldRows(ctx.db, entries())),
    about: await describe(ctx, filter, period),
    count,
    totals: async () => [{ label: 'Changed fields', count: await count() }],
  });
}

async function describe(ctx: ActorCtx, filter: TrailFilter, period: Period): Promise<ReportLine[]> {
  const { person, recordKind, record, action, field, amountFrom, amountTo, source, origin } = filter;
  const lines: ReportLine[] = [
    { label: 'User', value: person === undefined ? '' : await findPersonName(ctx, person) },
    { label: 'Kind of record', value: recordKind === undefined ? '' : nameRecordKind(recordKind) },
    { label: 'Record', value: record ?? '' },
    { label: 'Action', value: capitalize(action ?? '') },
    { label: 'Field', value: nameField(field ?? '') },
    { label: 'Amount from', value: amountFrom === undefined ? '' : amountFrom.toFixed(2) },
    { label: 'Amount to', value: amountTo === undefined ? '' : amountTo.toFixed(2) },
    { label: 'Source', value: [source && sourceLabels[source], origin].filter(Boolean).join(', ') },
  ];
  return [...(await readPeriodLines(ctx, {}, period)), ...lines.filter(({ value }) => value !== '')];
}

async function findPersonName({ db }: ActorCtx, person: string): Promise<string> {
  if (!isId(person)) return person;
  return (await queryFirstRow<{ name: string }>(db('users').where({ id: person }).first('name')))?.name ?? person;
}

const columnsIn = (zone: string): readonly TableColumn<FieldRow>[] => [
  {
    header: 'Time',
    kind: 'text',
    width: 20,
    value: ({ at }) => DateTime.fromISO(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss'),
  },
  { header: 'User', kind: 'text', value: ({ actor_name }) => actor_name },
  { header: 'Action', kind: 'text', value: ({ action }) => capitalize(action) },
  { header: 'Kind of Record', kind: 'text', value: ({ entity }) => nameRecordKind(entity) },
  {
    header: 'Record',
    kind: 'text',
    value: ({ record_name, records }) =>
      records > 1 ? `${record_name ?? ''} and ${records - 1} more`.trim() : (record_name ?? ''),
  },
  { header: 'Shop', kind: 'text', value: ({ shop }) => shop ?? '' },
  { header: 'Field', kind: 'text', value: ({ field }) => (field === null ? '' : nameField(field)) },
  { header: 'Old', kind: 'text', width: 30, value: ({ before }) => toCell(before) },
  { header: 'New', kind: 'text', width: 30, value: ({ after }) => toCell(after) },
  { header: 'Largest Amount', kind: 'dollars', value: ({ amount }) => amount },
  { header: 'Source', kind: 'text', width: 14, value: ({ source }) => sourceLabels[source] },
  { header: 'File, Screen or Command', kind: 'text', width: 30, value: ({ origin }) => origin ?? '' },
];

/** Cells of a workbook hold at most 32,767 characters. */
const LONGEST = 32_000;
const toCell = (value: unknown): string => formatTrailValue(value).slice(0, LONGEST);
