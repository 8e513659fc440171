import type { CompanyRow } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { isObject, present } from '../../kernel/objects.js';
import type { Pace } from '../../kernel/pace.js';
import { todayIn } from '../../kernel/time.js';
import { type FieldPaths, readOrderFile } from '../../orders/intake/formats/read-file.js';
import { findExisting, priceInChunks } from '../../orders/intake/take-in.js';
import type { Planning } from '../reading/kind.js';
import type { SheetLayout } from '../reading/schema.js';
import { text } from '../reading/values.js';
import { summarizeStored } from './differences.js';
import { decideRows, type Duplicates, type PlannedOrder, getTaken, withPricing } from './plan.js';

/** The content of a row: its order, and the reason if it cannot be stored as it is in the file. */
export type OrderCells = readonly [order: unknown, why?: string];

export interface OrderPlanning extends Omit<Planning<OrderCells>, 'options'> {
  /** Empty before the company is set up. */
  readonly company: CompanyRow | undefined;
  /** How to read the orders of a sheet; undefined if their format is known. */
  readonly toMapping: (layout: SheetLayout) => FieldPaths | undefined;
  /** What to do with an order whose serial number exists. */
  readonly answer: (serialNumber: string) => Duplicates;
}

/** Reads the rows of a file and decides what to do with each, without pricing. Throws invalid-input before the company is set up. */
export async function planOrders(ctx: ActorCtx, planning: OrderPlanning): Promise<PlannedOrder[]> {
  const { company, rows, layouts, toMapping, answer, pace } = planning;
  if (!company) throw invalid('', 'Set up the company first.');
  const zone = company.timeZone;
  const options = { zone, today: todayIn(zone, ctx.clock.now()), isStored: true };
  const orders = rows.map(({ cells: [order, why] }) => (why === undefined ? order : null));
  const foreign = (_: unknown, index: number) => toMapping(present(layouts[present(rows[index]).sheet]));
  const file = await readOrderFile(orders, options, foreign, pace);
  const existingOrders = await findExisting(ctx.db, file.orders);
  await pace.rest();
  const plan = decideRows(file, existingOrders, answer, ctx.actor);
  const summaries = await summarizeStored(
    ctx.db,
    plan.flatMap((row) => row.existing?.id ?? []),
  );
  return plan.map((row) => {
    const [order, reason] = present(rows[row.index]).cells;
    if (reason !== undefined)
      return { ...row, reason, serialNumber: text(isObject(order) ? order['serialNumber'] : undefined) };
    return row.existing ? { ...row, stored: summaries.get(row.existing.id) ?? {} } : row;
  });
}

/** Prices the orders to import without storing them, and adds their alerts and refusals. */
export const priceOrders = async (ctx: ActorCtx, plan: readonly PlannedOrder[], pace: Pace) =>
  withPricing(plan, await priceInChunks(ctx, getTaken(plan), pace));
