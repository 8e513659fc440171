import { toCents } from '../../kernel/cents.js';
import { rowMaker } from '../../kernel/database/columns.js';
import { newId } from '../../kernel/ids.js';
import { groupBy } from '../../kernel/objects.js';
import { costUnknown, type CostedCase } from '../../pricing/unknown-cost.js';
import type { BuiltOrder } from '../pricing/build.js';
import { toCopy, type Cells } from '../../kernel/database/copy-rows.js';
import { figureColumnNames, orderFigureCells } from '../pricing/figures.js';
import { toFactRow } from '../sale-facts.js';
import type { FoundAlert } from './match.js';

export interface StoredAlert extends FoundAlert {
  readonly _id: string;
  readonly accepted: boolean;
}

type Value = string | number | boolean | null;
export type Row = Record<string, Value>;

const toAlertKey = ({ code, text }: FoundAlert): string => `${code}|${text}`;

/**
 * Alerts ready to store. An accepted alert that still applies stays accepted; of alerts with the same text, as many as
 * there were, in their sequence.
 */
export function storedAlerts(alerts: readonly FoundAlert[], before: readonly StoredAlert[] = []): StoredAlert[] {
  const earlierByKey = groupBy(before, toAlertKey);
  return alerts.map((alert) => {
    const earlierAlert = earlierByKey.get(toAlertKey(alert))?.shift();
    return { _id: earlierAlert?._id ?? newId(), ...alert, accepted: earlierAlert?.accepted ?? false };
  });
}

/**
 * The columns of an order that matching decides, without figures, identity, status or stamps. If no model matched,
 * the category keeps the uploaded name for the next match.
 */
function matchedRow(builtOrder: BuiltOrder, before: readonly StoredAlert[] = []): Row {
  const { matchedOrder, snapshot, alerts } = builtOrder;
  const { incoming, shop, dealer, category, model, shed } = matchedOrder;
  return {
    shop_id: shop?.id ?? null,
    shop_name: shop?.name ?? incoming.shop,
    dealer_id: dealer?.id ?? null,
    dealer_name: dealer?.name ?? incoming.dealer,
    category_id: category?.id ?? null,
    category_name: model ? (category?.name ?? null) : incoming.category,
    model_id: model?.id ?? null,
    model_name: model?.name ?? incoming.model,
    shed_id: shed?.id ?? null,
    customer: matchedOrder.customer,
    shop_percent: matchedOrder.shopPercent,
    percent_given: incoming.shopPercent !== null,
    alerts: JSON.stringify(storedAlerts(alerts, before)),
    snapshot: snapshot.hash,
    cost_unknown: costUnknownCell(builtOrder.case),
  };
}

/** The reasons why the cost is not known, as a PostgreSQL array. */
export const costUnknownCell = (pricingCase: CostedCase): string => `{${costUnknown(pricingCase).join(',')}}`;

/** The columns to update on an order that was matched and priced again. */
export const rematchedRow = (builtOrder: BuiltOrder, id: string, before: readonly StoredAlert[]): Cells =>
  toCopy({ id, ...matchedRow(builtOrder, before) }, figureColumnNames, orderFigureCells(builtOrder.figures));

const toOrderRow = rowMaker(
  'serialNumber externalId orderNumber salesRep type width length sidingType sidingColor roofType roofColor trimColor condition dateOrdered adjustmentNote',
);

/** The row of a new order from an upload. */
export function newOrderRow(builtOrder: BuiltOrder, id: string, importId: string, now: string): Cells {
  const { incoming } = builtOrder.matchedOrder;
  const row: Row = {
    id,
    ...toOrderRow(incoming),
    status: 'New',
    status_since: now,
    siding_paint_color: incoming.sidingPaint?.color ?? null,
    siding_paint_quantity: incoming.sidingPaint?.quantity ?? null,
    trim_paint_color: incoming.trimPaint?.color ?? null,
    trim_paint_quantity: incoming.trimPaint?.quantity ?? null,
    shed_suite_total: incoming.total === null ? null : toCents(incoming.total),
    import_id: importId,
    ...toFactRow(incoming.facts),
    ...matchedRow(builtOrder),
  };
  return toCopy(row, figureColumnNames, orderFigureCells(builtOrder.figures));
}
