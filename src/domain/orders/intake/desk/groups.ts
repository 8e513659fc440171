import { present, groupBy } from '../../../kernel/objects.js';
import { asCents } from '../../../pricing/exact.js';
import { type CausedAlert, listHolding, toKey } from './cause.js';
import type { HoldingOrder } from './holding.js';
import type { AlertGroup } from './schema.js';

const SAMPLES = 3;

/** A group of alerts without suggestions. */
export type BareGroup = Omit<AlertGroup, 'suggestions'>;

interface GrowingGroup {
  readonly alerts: CausedAlert[];
  readonly orders: HoldingOrder[];
  ready: number;
}

/** Groups the alerts that hold orders back by cause, the causes of most orders first. */
export function groupByCause(orders: readonly HoldingOrder[]): BareGroup[] {
  const groups = new Map<string, GrowingGroup>();
  for (const order of orders) {
    const byKey = groupBy(listHolding(order), toKey);
    for (const [key, alerts] of byKey) {
      const growing = groups.get(key) ?? { alerts: [], orders: [], ready: 0 };
      groups.set(key, growing);
      for (const alert of alerts) growing.alerts.push(alert);
      growing.orders.push(order);
      if (byKey.size === 1) growing.ready += 1;
    }
  }
  return [...groups.values()].map(toGroup).toSorted(compareGroups);
}

function toGroup({ alerts, orders, ready }: GrowingGroup): BareGroup {
  const first = present(alerts[0]); // a group has at least one alert
  const differences = alerts.flatMap(({ alert }) => alert.difference ?? []);
  return {
    kind: first.kind,
    words: first.words,
    within: first.within,
    name: first.name,
    place: findPlaceName(first, orders[0]),
    alerts: alerts.length,
    orders: orders.length,
    shops: new Set(orders.flatMap(({ shopId }) => shopId ?? [])).size,
    ready,
    priced: differences.length,
    difference: differences.length > 0 ? asCents(differences.reduce((sum, one) => sum + one, 0)) : null,
    largest: differences.length > 0 ? asCents(findLargest(differences)) : null,
    samples: orders.slice(0, SAMPLES).map(({ id, serialNumber }) => ({ _id: id, serialNumber })),
  };
}

function findPlaceName({ kind, within }: CausedAlert, order: HoldingOrder | undefined): string | null {
  if (kind === 'dealer') return order?.shopName ?? null;
  return kind === 'model' ? (order?.categoryName ?? null) : within || null;
}

/** The price difference farthest from zero; the first if several are equal. */
const findLargest = (differences: readonly number[]): number =>
  differences.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0);

const compareGroups = (a: BareGroup, b: BareGroup): number => b.orders - a.orders || (toKey(a) < toKey(b) ? -1 : 1);
