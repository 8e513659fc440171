import { MOST_LINES } from '../../../../domain/stock/rules.js';
import { OrderDemand } from '../../../../domain/stock/schema.js';
import { describeRefusal } from '../../../components/ui/form/limits.js';
import type { Output } from '../../../lib/server/api.js';
import type { MaterialOrder } from '../material-values.js';
import type { Draft } from './drafts-made.js';

export type Demand = Output<'GET /api/stock/:id/demand'>;
export type DemandRow = Demand['items'][number];

/** The statuses counted in addition to the queue. */
export interface CountedStatuses {
  readonly building: 'yes' | 'no';
  readonly onHold: 'yes' | 'no';
}

/** The statuses selected by a page's address: under construction by default, on hold if chosen. */
export const getCounted = (filters: { readonly building?: string; readonly onHold?: string }): CountedStatuses => ({
  building: filters.building === 'no' ? 'no' : 'yes',
  onHold: filters.onHold === 'yes' ? 'yes' : 'no',
});

/** `in the queue, under construction or on hold`. */
export function countedText({ building, onHold }: CountedStatuses): string {
  const places = [
    'in the queue',
    ...(building === 'yes' ? ['under construction'] : []),
    ...(onHold === 'yes' ? ['on hold'] : []),
  ];
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(places);
}

/** Quantities typed over the suggested ones, by item; null if empty, NaN for input that is not a number. */
export type TypedQuantities = ReadonlyMap<string, number | null>;

/** The quantity to order: as typed, otherwise as suggested. */
export const toOrder = (row: DemandRow, quantities: TypedQuantities): number | null =>
  quantities.has(row._id) ? (quantities.get(row._id) ?? null) : row.suggested;

/** The order point that the suggestion goes by, the higher of the two; null if none is set. */
export function getOrderPoint({ orderPointWarning, orderPointCritical }: DemandRow): number | null {
  const points = [orderPointWarning, orderPointCritical].filter((point) => point !== null);
  return points.length === 0 ? null : Math.max(...points);
}

/** A vendor's items; items without a vendor form their own group. */
export interface DemandGroup {
  readonly vendor: DemandRow['vendor'];
  readonly rows: readonly DemandRow[];
}

/** The items grouped by vendor, in order. */
export function toGroups(items: readonly DemandRow[]): DemandGroup[] {
  const groups = new Map<string, { vendor: DemandRow['vendor']; rows: DemandRow[] }>();
  for (const row of items) {
    const key = row.vendor?._id ?? '';
    const group = groups.get(key) ?? { vendor: row.vendor, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The cost of ordering these items at the shop's current prices, in dollars. */
export const toValue = (rows: readonly DemandRow[], quantities: TypedQuantities): number =>
  rows.reduce((sum, row) => sum + Math.round((toOrder(row, quantities) || 0) * row.price * 100), 0) / 100;

/**
 * The quantities to order from each vendor, split into as many orders as needed; items without a vendor go to `other`,
 * or are left out if it is empty.
 */
export function getProposals(items: readonly DemandRow[], quantities: TypedQuantities, other: string) {
  const orders = new Map<string, { item: string; quantity: number }[]>();
  for (const row of items) {
    const vendor = row.vendor?._id ?? other;
    const quantity = toOrder(row, quantities);
    if (!vendor || !quantity || !(quantity > 0)) continue;
    orders.set(vendor, [...(orders.get(vendor) ?? []), { item: row._id, quantity }]);
  }
  return [...orders].flatMap(([vendor, lines]) =>
    Array.from({ length: Math.ceil(lines.length / MOST_LINES) }, (_, n) => ({
      vendor,
      items: lines.slice(n * MOST_LINES, (n + 1) * MOST_LINES),
    })),
  );
}

/** The orders that are proposed. */
export type Proposals = ReturnType<typeof getProposals>;

/** The typed quantities without those of the items that these orders contain. */
export function withoutOrdered(quantities: TypedQuantities, orders: Proposals): TypedQuantities {
  const orderedItems = new Set(orders.flatMap(({ items }) => items.map(({ item }) => item)));
  return new Map([...quantities].filter(([item]) => !orderedItems.has(item)));
}

/** The drafts with the newer version of one; without it if it is no longer a draft. */
export const withChange = (drafts: readonly Draft[], order: MaterialOrder): Draft[] =>
  drafts.flatMap((draft) => (draft._id === order._id ? (order.draft ? [order] : []) : [draft]));

/** Why an item's quantity would be refused; null if it is valid or nothing is ordered. */
export function orderRefusal(row: DemandRow, quantities: TypedQuantities): string | null {
  const quantity = toOrder(row, quantities);
  if (quantity === null || quantity === 0) return null;
  return describeRefusal(OrderDemand, 'orders.0.items.0.quantity', quantity, `To order ${row.name}`);
}
