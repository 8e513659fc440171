import { readFileSync } from 'node:fs';

export type Row = Record<string, unknown>;

/** A file of `fixtures/`. */
export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));

/** `n` orders of the feed: the demo's rows again and again under new ids and serial numbers. */
export function feedOf(n: number): Row[] {
  const rows = fixture('feed-demo.json') as Row[];
  return Array.from({ length: n }, (_, i) => ({
    ...rows[i % rows.length],
    id: String(5_000_000 + i),
    serialNumber: `B-${i}`,
  }));
}
