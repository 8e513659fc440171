import { readFileSync } from 'node:fs';

export type Row = Record<string, unknown>;

/** A file of `fixtures/`. */
export const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));

/** `n` orders of the feed: the demo's rows repeated under new IDs and serial numbers, which begin with `series`. */
export function getFeed(n: number, series = 'B'): Row[] {
  const rows = readFixture('feed-demo.json') as Row[];
  return Array.from({ length: n }, (_, i) => ({
    ...rows[i % rows.length],
    id: `${series}-${5_000_000 + i}`,
    serialNumber: `${series}-${i}`,
  }));
}

/** `n` orders of the feed that no sale canceled, before and after a change of each. */
export const getChanging = (n: number, which: 'before' | 'after'): Row[] =>
  getFeed(n)
    .map((row): Row => ({ ...row, dateCancelled: null, timestamp: '2026-11-01T10:00:00Z' }))
    .map((row, at) => (which === 'after' ? withChange(row, at) : row));

/** The same row a day later: every other one has a delivery day, the others have a new color and add-on. */
function withChange(row: Row, n: number): Row {
  const later = { ...row, timestamp: '2026-11-02T10:00:00Z' };
  if (n % 2 === 0) return { ...later, dateScheduledForDelivery: '2026-12-04' };
  const total = Number(row['subTotalDollarAmount']) + 200;
  const loft = { name: 'Loft', price: '200.00', priceIncluded: false, quantity: 1 };
  return {
    ...{ ...later, buildingRoofColor: 'Black', subTotalDollarAmount: String(total) },
    buildingAddons: [...(row['buildingAddons'] as object[]), loft],
  };
}
