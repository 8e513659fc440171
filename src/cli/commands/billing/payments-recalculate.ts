import type { Command } from 'commander';
import { formatDollars, formatFraction, NO_VALUE } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { DomainError } from '../../../domain/kernel/errors.js';
import { listPaymentChoices } from '../../../domain/billing/payments/read.js';
import { recalculatePayment } from '../../../domain/billing/payments/recalculation/recalculate.js';
import { dryRun } from '../../dry-run.js';
import { shopNamed } from '../../named.js';
import { letNotesOut } from '../../starting/held-notes.js';
import { type Cell, dollars, percents, print, printNote, sentence, type TableRow } from '../../output.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';

interface Options extends GlobalOptions {
  readonly all?: boolean;
  readonly since?: string;
  readonly shop?: string;
  readonly dryRun?: boolean;
}

/** `shedworks payments recalculate`: some payments by name, or all, each in its own transaction. */
export function registerRecalculate(
  payments: Command,
  findId: (ctx: Ctx, name: string, shop: string | undefined) => Promise<string>,
): void {
  payments
    .command('recalculate [payments...]')
    .description('Recalculate payments from their current orders and show each figure before and after')
    .option('--all', 'every payment')
    .option('--since <day>', 'with --all: only payments dated on or after this date, YYYY-MM-DD')
    .option('--shop <shop>', 'only this shop; required if several shops have this number')
    .option('--dry-run', 'show what would change, change nothing')
    .action((names: string[], options: Options) =>
      withContext(options, async (ctx) => {
        refuseOdd(names, options);
        const chosenPayments = options.all
          ? await allSince(ctx, options)
          : await Promise.all(names.map((name) => findId(ctx, name, options.shop)));
        return recalculateEach(ctx, chosenPayments, options);
      }),
    );
}

function refuseOdd(names: readonly string[], { all, since }: Options): void {
  if (all && names.length > 0) throw new UsageError('--all cannot be combined with payment numbers');
  if (!all && names.length === 0) throw new UsageError('add payment numbers or --all');
  if (since !== undefined && !all) throw new UsageError('--since works only with --all');
  if (since !== undefined && !isDay(since))
    throw new UsageError(`--since: "${since}" is not a valid date (YYYY-MM-DD)`);
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

async function allSince(ctx: Ctx, { since, shop: name }: Options): Promise<string[]> {
  const shop = name === undefined ? undefined : await shopNamed(ctx, name);
  return (await listPaymentChoices(ctx, { since, shop })).items.map(({ _id }) => _id);
}

async function recalculateEach(ctx: Ctx, ids: readonly string[], options: Options): Promise<number | undefined> {
  const rows: Row[] = [];
  try {
    for (const [n, id] of ids.entries()) {
      rows.push(await recalculate(ctx, id, options));
      ctx.progress?.report(n + 1, ids.length, 'Recalculating');
    }
  } catch (error) {
    if (rows.length > 0) printRows(rows, options);
    throw error;
  }
  return printRows(rows, options);
}

function printRows(rows: readonly Row[], options: Options): number | undefined {
  const refusedCount = rows.filter(({ ok }) => !ok).length;
  const changedRows = rows.filter(({ changes }) => changes.length > 0);
  print(options, rows.map(toValue), { columns, rows: rows.flatMap(toLines) });
  if (changedRows.length > 0) letNotesOut(); // with nothing found, --quiet prints nothing
  if (options.quiet) for (const row of rows.filter(needsAttention)) printNote(describe(row));
  const counts = [
    `${rows.length - refusedCount} checked`,
    `${changedRows.length} ${options.dryRun ? 'would change' : 'changed'}`,
    `${refusedCount} refused`,
  ];
  printNote(`${counts.join(', ')}.`);
  return refusedCount > 0 ? exit.refusedRows : undefined;
}

interface Row {
  readonly payment: string;
  readonly shop: string;
  /** In dollars; null if it could not be recalculated. */
  readonly total: number | null;
  readonly result: string;
  readonly ok: boolean;
  /** Each figure that differs, as [before, after]. */
  readonly changes: readonly Change[];
}
type Change = Awaited<ReturnType<typeof recalculatePayment>>['changes'][number];

const toValue = ({ total, ...row }: Row) => ({ ...row, total: total === null ? '' : formatDollars(total) });

const columns = ['payment', 'shop', 'total', 'result', 'figure', 'before', 'after'] as const;

/** One row for an unchanged or refused payment; one row per changed figure otherwise. */
function toLines({ ok: _, changes, total, ...row }: Row): TableRow[] {
  const line = { ...row, total: total === null ? null : dollars(total) };
  if (changes.length === 0) return [line];
  return changes.map(({ figure, kind, before, after }) => ({
    ...{ ...line, figure },
    ...{ before: toCell(kind, before), after: toCell(kind, after) },
  }));
}

const toCell = (kind: Change['kind'], value: number | null): Cell =>
  value === null ? NO_VALUE : { money: dollars, percent: percents, count: (n: number) => n }[kind](value);

function inWords({ kind, before, after }: Change): { before: string; after: string } {
  const format = { money: formatDollars, percent: formatFraction, count: String }[kind];
  const text = (value: number | null) => (value === null ? NO_VALUE : format(value));
  return { before: text(before), after: text(after) };
}

const needsAttention = ({ ok, changes }: Row): boolean => !ok || changes.length > 0;

/** Why a payment was refused, or each figure that differs, in one line. */
function describe({ payment, shop, ok, result, changes }: Row): string {
  if (!ok) return `Payment ${payment}: ${sentence(result)}`;
  const figures = changes.map((change) => `${change.figure} ${inWords(change).before} → ${inWords(change).after}`);
  return `Payment ${payment} of ${shop}: ${figures.join('; ')}`;
}

async function recalculate(ctx: Ctx, id: string, options: Options): Promise<Row> {
  const work = (inner: Ctx) => recalculatePayment(inner, { id });
  try {
    const { payment, changes } = await (options.dryRun ? dryRun(ctx, work) : work(ctx));
    const total = payment.shopsPaymentTotal;
    const changing = options.dryRun ? 'would change' : 'changed';
    const result = changes.length > 0 ? changing : 'no change';
    return { payment: payment.paymentNumber, shop: payment.shop.name, total, result, ok: true, changes };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'forbidden') throw error;
    return { payment: id, shop: '', total: null, result: error.message, ok: false, changes: [] };
  }
}
