import type { Ctx } from '../../../domain/kernel/context.js';
import { isId } from '../../../domain/kernel/ids.js';
import { parseOwnJson, isObject } from '../../../domain/kernel/objects.js';
import { listReports } from '../../../domain/reporting/reports/file.js';
import { RangeName, getDays, getSpan } from '../../../domain/reporting/reports/range.js';
import { reportNamed } from '../../../domain/reporting/reports/registry.js';
import { listViews } from '../../../domain/reporting/saved-views/service.js';
import { trailReport } from '../../../domain/reporting/trail/report.js';
import { isTimeZone } from '../../../domain/company/users/schema.js';
import { shopNamed } from '../../named.js';
import { UsageError } from '../../run.js';

type Filter = Readonly<Record<string, unknown>>;

/** A report to run: directly, or through a saved view. */
export interface ChosenReport {
  readonly report: string;
  readonly view: string | null;
  readonly filter: Filter;
}

export interface FilterOptions {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
  readonly by?: string;
  readonly shop?: readonly string[];
  readonly shopVersion?: boolean;
  readonly type?: readonly string[];
  readonly status?: readonly string[];
  readonly filter?: string;
}

/**
 * The report with this name, or else the saved view with this name or ID. The user's own views take precedence over
 * shared ones.
 */
export async function chosenReport(ctx: Ctx, nameOrId: string): Promise<ChosenReport> {
  const { items: reports } = await listReports(ctx, {});
  const report = reports.find(({ name }) => name === nameOrId.toLowerCase());
  if (report) return { report: report.name, view: null, filter: {} };
  const { items } = await listViews(ctx, {});
  const all = items.filter(({ _id, name }) =>
    isId(nameOrId) ? _id === nameOrId : name.toLowerCase() === nameOrId.toLowerCase(),
  );
  const ownViews = all.filter(({ owner }) => owner._id === ctx.actor?.id);
  const [view, ...more] = ownViews.length > 0 ? ownViews : all;
  if (!view) {
    const names = reports.map(({ name }) => name).join(', ');
    throw new UsageError(`"${nameOrId}" is not a report or saved view. Reports: ${names}`);
  }
  if (more.length > 0) {
    const ids = [view, ...more].map((one) => `${one._id} (${one.report}, ${one.owner.name})`);
    throw new UsageError(`"${nameOrId}" matches several saved views. Use an ID: ${ids.join(', ')}`);
  }
  return { report: view.report, view: view.name, filter: view.filter };
}

/** The actor of a report, and the shops available as filters. */
interface Runner {
  readonly ctx: Ctx;
  readonly shops: readonly string[] | undefined;
}

/**
 * The context in which the command line runs a report: as one shop's Admin if the report exists only for shops or the
 * shop's version is requested; otherwise unchanged.
 */
export async function getRunner(
  ctx: Ctx,
  { report }: ChosenReport,
  { shop, shopVersion }: FilterOptions,
): Promise<Runner> {
  const shops = shop && (await Promise.all(shop.map((name) => shopNamed(ctx, name))));
  const { permission } = reportNamed(report);
  const { actor } = ctx;
  if (!shopVersion && (permission !== 'reports.shop' || actor?.id !== null)) return { ctx, shops };
  if (!actor || actor.id !== null) throw new UsageError('--shop-version: cannot be combined with --as');
  if (permission === 'reports.company') throw new UsageError(`--shop-version: shops have no report "${report}"`);
  const [shopId, ...more] = shops ?? [];
  if (!shopId || more.length > 0) throw new UsageError(`The report ${report} runs for one shop. Add one --shop.`);
  const inItsPlace = { role: 'Shop Admin', shopId, superAdmin: false, superRole: null, grants: [] } as const;
  return { ctx: { ...ctx, actor: { ...actor, ...inItsPlace } }, shops: undefined };
}

/** The filter of a report, overridden by the options. Throws for options the report does not support. */
export function getFilter({ ctx, shops }: Runner, { report, filter }: ChosenReport, options: FilterOptions): Filter {
  const { by, type, status } = options;
  const filterFields = reportNamed(report).filter.shape;
  const input = {
    ...getRange(ctx, report, options),
    ...(by && { orderDate: by }),
    ...(type && { orderType: type }),
    ...(status && { [report === 'invoices' ? 'invoiceStatus' : 'buildingStages']: status }),
    ...(shops && ('shop' in filterFields ? { shop: onlyOne(report, shops) } : { shops })),
  };
  const strange = Object.keys(input).find((field) => !(field in filterFields));
  if (strange) throw new UsageError(`The report ${report} does not support ${filterOptions[strange] ?? strange}.`);
  return { ...filter, ...(options.filter === undefined ? {} : toJson(options.filter)), ...input };
}

const filterOptions: Readonly<Record<string, string>> = {
  ...{ range: '--range', dates: '--from and --to', orderDate: '--by', orderType: '--type' },
  ...{ invoiceStatus: '--status', buildingStages: '--status', shops: '--shop' },
};

function onlyOne(report: string, shops: readonly string[]): string | undefined {
  if (shops.length > 1) throw new UsageError(`The report ${report} allows only one --shop.`);
  return shops[0];
}

function toJson(text: string): Filter {
  try {
    const value = parseOwnJson(text);
    if (isObject(value) && !Array.isArray(value)) return value;
  } catch {
    // reported below
  }
  throw new UsageError('--filter: must be a JSON object');
}

/** The range of the options. In another time zone, it is that zone's days for all reports but those of moments. */
function getRange(ctx: Ctx, report: string, { range, from, to, timeZone }: FilterOptions): Filter {
  if (range && (from !== undefined || to !== undefined))
    throw new UsageError('--range: cannot be combined with --from and --to');
  if ((from === undefined) !== (to === undefined)) throw new UsageError('--from and --to: use both');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError(`--time-zone: "${timeZone}" is not a time zone`);
  if (timeZone !== undefined && !range) throw new UsageError('--time-zone works only with --range');
  if (from !== undefined) return { dates: [from, to] };
  if (!range) return {};
  if (timeZone === undefined) return { range, dates: null };
  const name = RangeName.safeParse(range);
  if (!name.success) throw new UsageError(`--range: ${name.error.issues[0]?.message ?? ''}`);
  const span = getSpan(name.data, timeZone, ctx.clock.now());
  if (report !== trailReport.name) {
    const { first, last } = getDays(span, timeZone);
    return { dates: [first, last] };
  }
  return { dates: [span.from.toISOString(), new Date(span.until.getTime() - 1).toISOString()] };
}
