import type { CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import type { Pace } from '../../kernel/pace.js';
import { todayIn } from '../../kernel/time.js';
import { type Foreign, readOrderFile } from '../../orders/intake/read-file.js';
import { findExisting, priceInChunks } from '../../orders/intake/take-in.js';
import { summarizeStored } from './differences.js';
import { decideRows, type Duplicates, type PlannedOrder, getTaken, withPricing } from './plan.js';

interface Planning {
  /** Empty before the company is set up. */
  readonly company: CompanyRow | undefined;
  readonly rows: readonly unknown[];
  /** How to read a row of another format. */
  readonly foreign: Foreign;
  /** What to do with an order whose serial number exists. */
  readonly answer: (serialNumber: string) => Duplicates;
  readonly pace: Pace;
}

/** Reads the rows of a file and decides what to do with each, without pricing. Throws invalid-input before the company is set up. */
export async function planOrders(
  ctx: ActorCtx,
  { company, rows, foreign, answer, pace }: Planning,
): Promise<PlannedOrder[]> {
  if (!company) throw invalid('', 'Set up the company first.');
  const zone = company.timeZone;
  const file = await readOrderFile(rows, { zone, today: todayIn(zone, ctx.clock.now()) }, foreign, pace);
  const existing = await findExisting(ctx.db, file.orders);
  await pace.rest();
  const planned = decideRows(file, existing, answer, ctx.actor);
  const stored = await summarizeStored(
    ctx.db,
    planned.flatMap((row) => row.existing?.id ?? []),
  );
  return planned.map((row) => (row.existing ? { ...row, stored: stored.get(row.existing.id) ?? {} } : row));
}

/** Prices the orders to import without storing them, and adds their alerts and refusals. */
export const priceOrders = async (ctx: ActorCtx, planned: readonly PlannedOrder[], pace: Pace) =>
  withPricing(planned, await priceInChunks(ctx, getTaken(planned), pace));
