import { explainLine } from './lines.js';
import { type Explanation, explained, type KnownCase, type KnownFigures } from './parts.js';
import { orderEntries } from './order.js';

export type { Explanation, KnownCase, KnownFigures } from './parts.js';

const linePath = /^(addOns|customAddOns)\[(\d+)\]\.(\w+)\.(\w+)$/;

/**
 * How one figure of a priced order came about: `shedTotalLabor.shop`, `haul`, `addOns[2].profit.standard`.
 * Values are ready to show; of a case or figures that are not known in full, only what is known is told. Null for a
 * path that is no known figure, and for the company view of labor and material.
 */
export function explain(path: string, c: KnownCase, f: KnownFigures): Explanation | null {
  const line = linePath.exec(path);
  // The pattern admits these two lists only.
  if (line)
    return explainLine(c, f, line[1] as 'addOns' | 'customAddOns', Number(line[2]), line[3] ?? '', line[4] ?? '');
  const [key = '', view = ''] = path.split('.');
  return explained(orderEntries.get(key), { c, f, view }, valueAt(f, key, view));
}

function valueAt(f: KnownFigures, key: string, view: string): unknown {
  const figure: unknown = Object.hasOwn(f, key) ? f[key as keyof KnownFigures] : null;
  if (typeof figure !== 'object' || figure === null) return view === '' ? figure : null;
  return Object.hasOwn(figure, view) ? (figure as Record<string, unknown>)[view] : null;
}
