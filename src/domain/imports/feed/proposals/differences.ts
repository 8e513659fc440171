import type { OrderStatus } from '../../../kernel/order/status.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { toIncoming } from '../../../orders/pricing/case.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { type FieldPart, saleFields, type ShownValue } from './fields.js';
import {
  type ChosenAddOns,
  findLineChanges,
  type LineDifference,
  mergeLines,
  type MergedLine,
  showLine,
} from './lines.js';

/** A field or line of an order that a newer row has changed since the last accepted row. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  readonly part: FieldPart | 'lines';
  /** Its value in the last accepted row, and in the newer one. */
  readonly before: ShownValue;
  readonly after: ShownValue;
  /** The order's own value, if it was changed here since, so that neither row has it. */
  readonly ours?: ShownValue;
}

/** The newer row of an order, compared with the last accepted row. */
export interface RowComparison {
  readonly differences: readonly Difference[];
  readonly lines: readonly LineDifference[];
}

/** The last accepted row, the newer one, and what the office has chosen for the names in them. */
interface ComparedRows {
  readonly base: IncomingOrder;
  readonly next: IncomingOrder;
  readonly chosen: ChosenAddOns;
}

/**
 * What a newer row changes in an order: what differs from the last accepted row and is not already so here. What was
 * changed only here stays, and so does a date that the row does not have.
 */
export function compareRows(order: StoredOrder, rows: ComparedRows): RowComparison {
  const { base, next } = rows;
  const fields = saleFields.flatMap(({ key, label, part, formatValue, own, isStated }): Difference[] => {
    if (isStated && !isStated(next)) return [];
    const [before, after, mine] = [formatValue(base), formatValue(next), own?.(order)];
    if (before === after || mine === after) return [];
    if (part === 'cancel' && after !== null && order.status === 'Canceled') return [];
    return [{ key, label, part, before, after, ...(mine === undefined || mine === before ? {} : { ours: mine }) }];
  });
  const lines = findLineChanges(order, rows);
  return {
    differences: [
      ...fields,
      ...lines.map(({ key, name, before, after }) => ({
        ...{ key, label: name, part: 'lines' as const },
        ...{ before: showLine(before), after: showLine(after) },
      })),
    ],
    lines,
  };
}

/**
 * An order that never had a row, in the format of a row, to compare the first row of a source with. Rows of off-lot
 * orders have no customer, who is their dealer here.
 */
export const asRow = (order: StoredOrder): IncomingOrder => ({
  ...toIncoming(order),
  ...{ shop: order.shopName, category: null },
  customer: hasStandIn(order) ? null : order.customer,
});

/** Whether the customer of an off-lot order is only its dealer. */
const hasStandIn = ({ type, customer, dealerName }: StoredOrder): boolean =>
  type === 'Inventory' && customer === dealerName;

/**
 * The last accepted row, if a newer one waits only in part: `last` with the parts of the newer row that do not wait.
 * So a fact that returns to its earlier value counts as a change, and one that the office changed since is not
 * overwritten by what was accepted before.
 */
export function withTaken(base: IncomingOrder, last: IncomingOrder, waitingKeys: readonly string[]): IncomingOrder {
  const fields = new Set(saleFields.map(({ key }) => key));
  const { addOns, customAddOns } = waitingKeys.some((key) => !fields.has(key)) ? base : last;
  const { canceledOn } = waitingKeys.includes('canceled') ? base : last;
  const incoming: IncomingOrder = { ...last, addOns, customAddOns, canceledOn, total: base.total };
  return saleFields
    .filter(({ key }) => waitingKeys.includes(key))
    .reduce((to, field) => field.take(to, base), incoming);
}

/**
 * An order with accepted differences, in the form that matching and pricing read, and the origin of each of its
 * lines.
 */
export interface MergedOrder {
  readonly order: StoredOrder;
  readonly incoming: IncomingOrder;
  readonly lines: readonly MergedLine[];
  readonly takenKeys: ReadonlySet<string>;
}

/** Accepts the differences with these keys into an order. */
export function mergeRow(
  order: StoredOrder,
  { next, compared }: { readonly next: IncomingOrder; readonly compared: RowComparison },
  takenKeys: ReadonlySet<string>,
): MergedOrder {
  const mine = toIncoming(order);
  const taken = compared.lines.filter(({ key }) => takenKeys.has(key));
  const lines = mergeLines(order, mine, taken);
  const inList = (list: MergedLine['list']) => lines.filter((one) => one.list === list).map(({ line }) => line);
  const fields = saleFields.filter(({ key }) => takenKeys.has(key));
  const isOtherSale = takenKeys.has('dealer') || takenKeys.has('type');
  const orderWithLines: IncomingOrder = {
    ...mine,
    ...(isOtherSale && hasStandIn(order) && next.customer === null ? { customer: null } : {}),
    ...{ addOns: inList('addOns'), customAddOns: inList('customAddOns'), total: next.total },
  };
  return {
    order,
    lines,
    takenKeys,
    incoming: fields.reduce((to, field) => field.take(to, next), orderWithLines),
  };
}

/** Why a difference cannot be accepted in the order's status, as the end of a sentence; null if it can. */
export function explainBlocked(status: OrderStatus, { part }: Pick<Difference, 'part'>): string | null {
  if (part === 'facts') return null;
  if (status === 'Canceled') return 'the order is Canceled';
  if (part === 'cancel') return status === 'Invoiced' ? 'the order is Invoiced; delete its invoice first' : null;
  if (status === 'Finished') return 'the order is Finished; change its figures on the order itself';
  return status === 'Invoiced' ? 'the order is Invoiced; correct its invoice instead' : null;
}

/** Whether the shop is already building what the difference would change. */
export const isBuiltAlready = (status: OrderStatus, { part }: Pick<Difference, 'part'>): boolean =>
  status === 'Building' && part !== 'facts' && part !== 'money' && part !== 'cancel';
