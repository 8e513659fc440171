import { isObject } from '../../../kernel/objects.js';

const MOST = 400;

/** The paths of all fields in rows, in the format of a mapping: `id`, `building.size`, `lines[].title`; at most 400. */
export function listPaths(rows: readonly unknown[]): string[] {
  const paths = new Set<string>();
  for (const row of rows) if (isObject(row) && !Array.isArray(row)) addPaths(paths, row, '');
  return [...paths].slice(0, MOST);
}

function addPaths(paths: Set<string>, of: object, prefix: string): void {
  for (const [name, value] of Object.entries(of)) {
    if (paths.size >= MOST) return;
    const path = prefix + name;
    paths.add(path);
    if (Array.isArray(value)) {
      const first: unknown = value[0];
      if (isObject(first) && !path.includes('[]')) addPaths(paths, first, `${path}[].`); // a path in a mapping leads through at most one list
    } else if (isObject(value) && !path.includes('.')) addPaths(paths, value, `${path}.`);
  }
}
