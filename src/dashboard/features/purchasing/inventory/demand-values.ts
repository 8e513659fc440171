import { MOST_LINES } from '../../../../domain/stock/rules.js';
import { OrderDemand } from '../../../../domain/stock/schema.js';
import { refusalOf } from '../../../components/ui/form/limits.js';
import type { Output } from '../../../lib/server/api.js';

export type Demand = Output<'GET /api/stock/:id/demand'>;
export type DemandRow = Demand['items'][number];

/** Which orders are counted besides those in the queue. */
export interface Counted {
  readonly building: 'yes' | 'no';
  readonly onHold: 'yes' | 'no';
}

/** What a page's address says of the orders to count: those under construction by default, those on hold when chosen. */
export const countedOf = (filters: { readonly building?: string; readonly onHold?: string }): Counted => ({
  building: filters.building === 'no' ? 'no' : 'yes',
  onHold: filters.onHold === 'yes' ? 'yes' : 'no',
});

/** `in the queue, under construction or on hold`. */
export function countedText({ building, onHold }: Counted): string {
  const places = [
    'in the queue',
    ...(building === 'yes' ? ['under construction'] : []),
    ...(onHold === 'yes' ? ['on hold'] : []),
  ];
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(places);
}

/** Quantities typed over the suggested ones, by item; null if empty, NaN for input that is not a number. */
export type Typed = ReadonlyMap<string, number | null>;

/** How much of an item is to be ordered: as typed, else as suggested. */
export const toOrder = (row: DemandRow, typed: Typed): number | null =>
  typed.has(row._id) ? (typed.get(row._id) ?? null) : row.suggested;

/** The items of a vendor; those that no vendor sells are a group of their own. */
export interface DemandGroup {
  readonly vendor: DemandRow['vendor'];
  readonly rows: readonly DemandRow[];
}

/** The items by vendor, in their order. */
export function groupsOf(items: readonly DemandRow[]): DemandGroup[] {
  const groups = new Map<string, { vendor: DemandRow['vendor']; rows: DemandRow[] }>();
  for (const row of items) {
    const key = row.vendor?._id ?? '';
    const group = groups.get(key) ?? { vendor: row.vendor, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What an order of these items costs at the shop's prices of now, in dollars. */
export const valueOf = (rows: readonly DemandRow[], typed: Typed): number =>
  rows.reduce((sum, row) => sum + Math.round((toOrder(row, typed) || 0) * row.price * 100), 0) / 100;

/**
 * What is to be ordered of each vendor, in as many orders as its items fill; items without a vendor go to `other`, to none
 * when that is empty.
 */
export function proposalsOf(items: readonly DemandRow[], typed: Typed, other: string) {
  const orders = new Map<string, { item: string; quantity: number }[]>();
  for (const row of items) {
    const vendor = row.vendor?._id ?? other;
    const quantity = toOrder(row, typed);
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

/** Why the quantity of an item to order would be refused; null where it can be ordered, or nothing of it is. */
export function orderRefusal(row: DemandRow, typed: Typed): string | null {
  const quantity = toOrder(row, typed);
  if (quantity === null || quantity === 0) return null;
  return refusalOf(OrderDemand, 'orders.0.items.0.quantity', quantity, `To order ${row.name}`);
}
