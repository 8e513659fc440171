import {
  adjustedProfit,
  type AdjustedProfit,
  type ProfitInputs,
  ProfitSum,
  type ProfitSummand,
  type ProfitTotals,
} from '../../../../../domain/reporting/reports/profit/rules.js';
import { dollarsToCents } from '../../../../../domain/pricing/exact.js';
import type { Output } from '../../../../lib/server/api.js';

export type ProfitAnswer = Output<'POST /api/orders/report/profit'>;
type ProfitAnswerRow = ProfitAnswer['rows'][number];

/** An order of the report with its amounts in cents. */
export interface ProfitOrder extends ProfitSummand {
  readonly _id: string;
  readonly order: ProfitAnswerRow;
}

export interface ProfitRow extends ProfitOrder {
  readonly adjusted: AdjustedProfit;
}

/** Converts the orders of a response once, for all inputs. */
export const getOrders = (answer: ProfitAnswer | undefined): readonly ProfitOrder[] =>
  (answer?.rows ?? []).map((order) => ({
    _id: order._id,
    order,
    retailPrice: dollarsToCents(order.retailPrice),
    material: dollarsToCents(order.shopShedMaterialCost),
    shedRevenue: dollarsToCents(order.basePrice.shop),
    shedProfit: dollarsToCents(order.shedProfitDollars.shop ?? 0), // excluded from all totals if unknown
    costUnknown: order.costUnknown,
    shopValues: order.laborBase.shopValues[0] ?? null,
  }));

/** P10: every order at the given inputs, and the totals. */
export function adjustedRows(
  orders: readonly ProfitOrder[],
  inputs: ProfitInputs,
): { readonly rows: readonly ProfitRow[]; readonly totals: ProfitTotals } {
  const sum = new ProfitSum();
  const rows = orders.map((order) => {
    const profit = adjustedProfit(order, inputs);
    sum.add(order, profit);
    return { ...order, adjusted: profit };
  });
  return { rows, totals: sum.totals() };
}
