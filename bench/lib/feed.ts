import { readFileSync } from 'node:fs';

export type Row = Record<string, unknown>;

/** A file of `fixtures/`. */
export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));

/** `n` orders of the feed: the demo's rows repeated under new IDs and serial numbers, which begin with `series`. */
export function getFeed(n: number, series = 'B'): Row[] {
  const rows = fixture('feed-demo.json') as Row[];
  return Array.from({ length: n }, (_, i) => ({
    ...rows[i % rows.length],
    id: `${series}-${5_000_000 + i}`,
    serialNumber: `${series}-${i}`,
  }));
}
