import { isPlainObject } from '../../kernel/objects.js';

const MOST_PATHS = 400;
const PATH_LEVELS = 4;

/**
 * The path of every value in some orders, to map it to one of our fields: `building.size`, or `lines[].name` for values
 * in lists; at most 400.
 */
export function listPaths(orders: readonly unknown[]): string[] {
  const paths = new Set<string>();
  const visit = (value: unknown, path: string, levels: number): void => {
    if (paths.size >= MOST_PATHS) return;
    if (Array.isArray(value)) {
      paths.add(path);
      for (const one of value.slice(0, 20)) if (isPlainObject(one)) visit(one, `${path}[]`, levels - 1);
    } else if (isPlainObject(value) && levels > 0) {
      for (const [name, innerValue] of Object.entries(value))
        if (/^[^.[\]]+$/.test(name)) visit(innerValue, path === '' ? name : `${path}.${name}`, levels - 1);
    } else if (path !== '' && !path.endsWith('[]')) paths.add(path);
  };
  for (const order of orders) visit(order, '', PATH_LEVELS);
  return [...paths];
}
