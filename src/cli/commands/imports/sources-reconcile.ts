import type { Command } from 'commander';
import type { z } from 'zod';
import type { Ctx } from '../../../domain/kernel/context.js';
import { plural } from '../../../domain/kernel/text/plural.js';
import { listReconciledOrders } from '../../../domain/reporting/reconciliation/list-orders.js';
import { reconcileSources } from '../../../domain/reporting/reconciliation/report.js';
import {
  differences,
  figures,
  type Reconciliation,
  countDiffering,
} from '../../../domain/reporting/reconciliation/schema.js';
import { shopNamed } from '../../named.js';
import { type Cell, type Columns, dollars, print, printNote, toRows } from '../../output.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { sourceNamed } from './source-options.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

interface ReconcileOptions extends GlobalOptions {
  readonly from?: string;
  readonly to?: string;
  readonly shop?: readonly string[];
  readonly all?: boolean;
  readonly orders?: boolean;
}

/** `shedworks sources reconcile`. */
export function registerReconcile(sources: Command): void {
  sources
    .command('reconcile [source]')
    .description(
      'Compare the orders of all sources, or of one, with the orders here; exit code 3 if there are differences',
    )
    .option('--from <day>', 'first day ordered, YYYY-MM-DD, with --to; the last 31 days by default')
    .option('--to <day>', 'last day ordered, YYYY-MM-DD; with --from')
    .option('--shop <shops...>', 'shops by name or ID')
    .option('--all', 'also show days and shops without differences')
    .option('--orders', 'list the orders that differ instead of totals')
    .action((source: string | undefined, options: ReconcileOptions) =>
      withContext(options, (ctx) => run(ctx, source, options)),
    );
}

type Answer = z.input<typeof Reconciliation>;
type Filter = Parameters<typeof reconcileSources>[1];

async function run(ctx: Ctx, source: string | undefined, options: ReconcileOptions): Promise<number> {
  const filter = await readFilter(ctx, source, options);
  const answer = parseOwnJson<Answer>(
    (await reconcileSources(ctx, { ...filter, onlyDiffering: options.all !== true })).text,
  ); // the use case always returns them
  const differing = countDiffering(answer.totals);
  const agrees = differing === 0;
  if (options.orders) await printOrders(ctx, filter, options);
  else if (!agrees || !options.quiet) print(options, answer, toRows(columns, answer.rows));
  if (!options.quiet || !agrees) printNote(describe(answer, differing));
  return agrees ? exit.done : exit.differs;
}

async function readFilter(ctx: Ctx, source: string | undefined, { from, to, shop }: ReconcileOptions): Promise<Filter> {
  if ((from === undefined) !== (to === undefined)) throw new UsageError('--from and --to: use both');
  return {
    ...(from !== undefined && to !== undefined && { dates: [from, to] }),
    ...(shop && { shops: await Promise.all(shop.map((name) => shopNamed(ctx, name))) }),
    ...(source !== undefined && { sources: [await sourceNamed(ctx, source)] }),
  };
}

const PAGE = 500;

/** Prints each order that differs, with the reason. */
async function printOrders(ctx: Ctx, filter: Filter, options: ReconcileOptions): Promise<void> {
  const records = [];
  for (const figure of differences)
    for (let page = 1; ; page += 1) {
      const { items, total } = await listReconciledOrders(ctx, { ...filter, figure, page, size: PAGE });
      records.push(...items.map((item) => ({ figure, ...item })));
      if (page * PAGE >= total) break;
    }
  if (records.length === 0 && options.quiet) return;
  print(
    options,
    records,
    toRows(
      {
        difference: (one) => words[one.figure],
        ...place,
        serial: (one) => one.serialNumber,
        id: (one) => one.externalId,
        theirs: (one) => one.theirs,
        ours: (one) => one.ours,
        why: (one) => one.why,
      },
      records,
    ),
  );
}

const words = {
  theirs: 'theirs',
  ours: 'ours',
  missingHere: 'missing here',
  missingThere: 'missing there',
  differing: 'differing',
} as const satisfies Record<(typeof figures)[number], string>;

const place: Columns<Pick<Answer['rows'][number], 'day' | 'source' | 'shop'>> = {
  day: ({ day }) => day,
  source: ({ source }) => source?.name ?? 'No source',
  shop: ({ shop }) => shop?.name ?? 'No shop',
};
type Line = Answer['rows'][number];
const columns: Columns<Line> = {
  ...place,
  ...Object.fromEntries(
    figures.flatMap((name): [string, (line: Line) => Cell][] => [
      [words[name], (line) => line[name].count],
      [`${words[name]} $`, (line) => dollars(line[name].amount)],
    ]),
  ),
};

function describe({ sources, range, totals }: Answer, differing: number): string {
  if (sources === 0) return 'No sources are set up, so there is nothing to compare.';
  if (differing === 0) return `No differences (${range.words}).`;
  const parts = differences.flatMap((name) => (totals[name].count > 0 ? [`${totals[name].count} ${words[name]}`] : []));
  return `${differing} ${plural(differing, 'difference')} (${range.words}): ${parts.join(', ')}.`;
}
