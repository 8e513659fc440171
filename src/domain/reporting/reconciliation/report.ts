import type { TableColumn } from '../../files/table-file.js';
import type { ActorCtx } from '../../kernel/context.js';
import { readAll } from '../../kernel/database/read-all.js';
import { queryColumn, queryCount, queryOnlyRow } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { toJsonText } from '../../kernel/text/json-text.js';
import { loadJson } from '../reports/answer.js';
import { getPeriod, type Period, readPeriodLines } from '../reports/period.js';
import type { Report, ReportTotal } from '../reports/report.js';
import { reportTable } from '../reports/report.js';
import { reconciledRows, type ReconciledRow } from './query.js';
import { type ReconciliationFigure, figures, Reconciliation, ReconciliationFilter } from './schema.js';

const RANGE = 'last-31-days';

/** Orders by day, source and shop: what the source has, what is here, and what differs. */
export const reconciliationReport: Report<typeof ReconciliationFilter> = {
  name: 'reconciliation',
  title: 'Reconciliation',
  permission: 'orders.import',
  screen: { company: 'reports/reconciliation' },
  filter: ReconciliationFilter,
  table: readTable,
  answer: readAnswer,
};

export const reconcileSources = service({
  summary: 'Compare the orders of each source with the orders here, by day and shop',
  permission: 'orders.import',
  effect: 'read',
  readsFrom: 'standby',
  input: ReconciliationFilter,
  output: { office: toJsonText(Reconciliation) },
  run: readAnswer,
});

const sumJson = (name: ReconciliationFigure, of: (column: string) => string): string =>
  `'${name}', json_build_object('count', ${of(`"${name}Count"`)}, 'amount', (${of(`"${name}Amount"`)})::float8 / 100)`;
const sumsJson = (of: (column: string) => string): string => figures.map((name) => sumJson(name, of)).join(', ');

const ANSWER = `
  select count(*) as n, json_build_object('range', ?::json, 'sources', (select count(*) from feed_sources),
    'total', count(*), 'totals', json_build_object(${sumsJson((column) => `coalesce(sum(${column}), 0)::bigint`)}),
    'rows', coalesce(json_agg(json_build_object('_id', _id, 'day', day,
      'source', case when source_id is not null then json_build_object('_id', source_id, 'name', source) end,
      'shop', case when shop is not null then json_build_object('_id', shop_id, 'name', shop) end,
      ${sumsJson((column) => column)})), '[]'))::text as text
  from ? line`;

async function readAnswer(ctx: ActorCtx, filter: ReconciliationFilter) {
  const period = await getPeriod(ctx, filter, RANGE);
  return loadJson(ctx, ANSWER, reconciledRows(ctx.db, filter, period), period);
}

async function readTable(ctx: ActorCtx, filter: ReconciliationFilter) {
  const period = await getPeriod(ctx, filter, RANGE);
  const rows = () => reconciledRows(ctx.db, filter, period);
  return reportTable<ReconciledRow>({
    name: 'reconciliation',
    title: 'Reconciliation',
    columns,
    rows: readAll<ReconciledRow>(ctx.db, rows()),
    about: await describe(ctx, filter, period),
    count: () => queryCount(ctx.db.from(rows().as('counted'))),
    totals: () => readTotals(ctx, filter, period),
  });
}

async function describe(ctx: ActorCtx, { sources, shops, onlyDiffering }: ReconciliationFilter, period: Period) {
  const names = await queryColumn<string>(
    ctx
      .db('feed_sources')
      .whereRaw('id = any(?::uuid[])', [[...sources]])
      .orderBy('name')
      .pluck('name'),
  );
  return [
    ...(await readPeriodLines(ctx, { shops }, period, 'dateOrdered')),
    ...(names.length > 0 ? [{ label: 'Sources', value: names.join(', ') }] : []),
    ...(onlyDiffering ? [{ label: 'Rows', value: 'Only differences' }] : []),
  ];
}

/** The label of a figure. */
export const figureLabels: Readonly<Record<ReconciliationFigure, string>> = {
  theirs: 'Theirs',
  ours: 'Ours',
  missingHere: 'Missing Here',
  missingThere: 'Missing in Source',
  differing: 'Differing',
};

async function readTotals(ctx: ActorCtx, filter: ReconciliationFilter, period: Period): Promise<ReportTotal[]> {
  const sums = figures.flatMap((name) =>
    (['Count', 'Amount'] as const).map((part) => `coalesce(sum("${name}${part}"), 0)::bigint as "${name}${part}"`),
  );
  const row = await queryOnlyRow<ReconciledRow>(
    ctx.db.from(reconciledRows(ctx.db, filter, period).as('summed')).select(ctx.db.raw(sums.join(', '))),
  );
  return figures.map((name) => ({
    ...{ label: figureLabels[name], count: row[`${name}Count`], amount: row[`${name}Amount`] },
  }));
}

const columns: readonly TableColumn<ReconciledRow>[] = [
  { header: 'Date Ordered', kind: 'day', width: 14, value: ({ day }) => day },
  { header: 'Source', kind: 'text', value: ({ source }) => source ?? 'No source' },
  { header: 'Shop', kind: 'text', value: ({ shop }) => shop ?? 'No shop' },
  ...figures.flatMap((name): TableColumn<ReconciledRow>[] => [
    { header: figureLabels[name], kind: 'number', total: true, value: (row) => row[`${name}Count`] },
    { header: `${figureLabels[name]} Amount`, kind: 'money', total: true, value: (row) => row[`${name}Amount`] },
  ]),
];
