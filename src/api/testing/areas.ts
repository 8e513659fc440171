import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Area, type Kind, baseSharedKinds } from './kinds.js';

const folder = path.join(import.meta.dirname, 'areas');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** What the nets know about each slice: every file of `areas/`, found by its location. */
export const areas: readonly Area[] = await Promise.all(
  files.toSorted().map((file) => import(path.join(folder, file)) as Promise<Area>),
);

/** Merges one part of all areas. Throws if two of them have the same key. */
export function collect<Part extends keyof Area>(part: Part): NonNullable<Area[Part]> {
  const entries = areas.flatMap((area) => Object.entries(area[part] ?? {}));
  const twice = entries.map(([key]) => key).filter((key, n, keys) => keys.indexOf(key) !== n);
  if (twice.length > 0) throw new Error(`Two areas have ${part} of ${twice.join(' and of ')}.`);
  return Object.fromEntries(entries) as NonNullable<Area[Part]>;
}

/** Kinds that belong to no shop. */
export const sharedKinds: ReadonlySet<Kind> = new Set<Kind>([
  ...baseSharedKinds,
  ...Object.keys(collect('sharedRecords')),
]);
