import type { FeedRow } from '../../imports/feed/testing/feed-server.js';
import type { Dice } from '../../operations/demo/year/dice.js';
import { readSampleRows } from '../../imports/feed/testing/feed-rows.js';

const samples = readSampleRows();

/** A sales system over many days, with orders that are sold, changed, canceled and deleted there. */
export interface SalesDesk {
  /** Its current orders by ID. */
  readonly rows: ReadonlyMap<string, FeedRow>;
  /** Orders before their last change, which a bad page may repeat. */
  readonly before: ReadonlyMap<string, FeedRow>;
  /** The IDs of the orders that were deleted there. */
  readonly deleted: ReadonlySet<string>;
  sell(count: number, now: Date): void;
  /** Changes a share of the orders, each in one way. */
  change(share: number, now: Date): void;
  cancel(share: number, now: Date): void;
  /** Undoes the last `cancel`. */
  restore(now: Date): void;
  deleteOne(): void;
}

/** A sales system with the same days for the same dice. */
export function openSalesDesk(dice: Dice): SalesDesk {
  const rows = new Map<string, FeedRow>();
  const before = new Map<string, FeedRow>();
  const deletedIds = new Set<string>();
  let lastCanceled: string[] = [];
  const write = (row: FeedRow, change: FeedRow, now: Date): void => {
    const id = String(row['id']);
    const last = Date.parse(String(row['timestamp']));
    before.set(id, row);
    rows.set(id, { ...row, ...change, timestamp: new Date(Math.max(now.getTime(), last + 1000)).toISOString() });
  };
  const some = (share: number) => [...rows.values()].filter(() => dice.chance(share));
  return {
    ...{ rows, before, deleted: deletedIds },
    sell(count, now) {
      for (let n = 0; n < count; n++) {
        const id = String(1_000_000 + rows.size + deletedIds.size);
        const sample = dice.pick(samples);
        rows.set(id, {
          ...{ ...sample, id, orderNumber: id, serialNumber: `D-${id}`, customerName: `Customer ${id}` },
          ...{ dateOrdered: now.toISOString(), timestamp: now.toISOString(), dateCancelled: null },
        });
      }
    },
    change(share, now) {
      for (const row of some(share)) write(row, dice.pick(changes)(row, dice, now), now);
    },
    cancel(share, now) {
      const standing = some(share).filter(({ dateCancelled }) => dateCancelled === null);
      lastCanceled = standing.map(({ id }) => String(id));
      for (const row of standing) write(row, { dateCancelled: now.toISOString(), status: 'cancelled' }, now);
    },
    restore(now) {
      for (const id of lastCanceled) {
        const row = rows.get(id);
        if (row) write(row, { dateCancelled: null, status: 'processed' }, now);
      }
    },
    deleteOne() {
      const id = dice.pick([...rows.keys()]);
      rows.delete(id);
      before.delete(id);
      deletedIds.add(id);
    },
  };
}

type Change = (row: FeedRow, dice: Dice, now: Date) => FeedRow;

const getSalePrice = (row: FeedRow, more: number): FeedRow => ({
  subTotalDollarAmount: (Number(row['subTotalDollarAmount']) + more).toFixed(2),
  totalAmountDollarAmount: (Number(row['totalAmountDollarAmount']) + more).toFixed(2),
});

const LOFT = { name: 'Loft', price: '200.00', priceIncluded: false, quantity: 1 };

/**
 * The ways sales change: days, customers and drivers, colors, prices, add-ons, sizes; some cancellations are
 * reversed.
 */
const changes: readonly Change[] = [
  (_, dice, now) => ({
    dateScheduledForDelivery: new Date(now.getTime() + dice.between(3, 40) * 86_400_000).toISOString().slice(0, 10),
  }),
  (_, dice) => ({ driverName: dice.pick(['Amos', 'Levi', 'Ruth', null]) }),
  (_, dice) => ({
    customerName: `Customer ${dice.between(1, 9999)}`,
    customerPhonePrimary: `555${dice.between(1, 9)}`,
  }),
  (_, dice) => ({ balanceDollarAmount: (dice.between(0, 900_000) / 100).toFixed(2) }),
  (_, dice) => ({ buildingRoofColor: dice.pick(['Black', 'Charcoal', 'Galvalume']) }),
  (_, dice) => ({ buildingSidingColor: dice.pick(['White', 'Barn Red', 'Tan']) }),
  (row, dice) => getSalePrice(row, dice.between(-20_000, 30_000) / 100),
  (row, dice) => {
    const more = dice.between(-5000, 5000) / 100;
    const adjustment = Number(row['subTotalAdjustmentDollarAmount']) + more;
    return { ...getSalePrice(row, more), subTotalAdjustmentDollarAmount: adjustment.toFixed(2) };
  },
  (row) => {
    const lines = row['buildingAddons'] as readonly { readonly name: string }[];
    const without = lines.filter(({ name }) => name !== LOFT.name);
    return without.length < lines.length
      ? { ...getSalePrice(row, -200 * (lines.length - without.length)), buildingAddons: without }
      : { ...getSalePrice(row, 200), buildingAddons: [...lines, LOFT] };
  },
  (row) => (row['buildingSize'] === '12x24' ? { buildingLength: 20, buildingSize: '12x20' } : {}),
  (row) => (row['dateCancelled'] === null ? {} : { dateCancelled: null, status: 'processed' }),
];
