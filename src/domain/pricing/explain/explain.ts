import { explainLine } from './lines.js';
import { type Explanation, explainParts, type KnownCase, type KnownFigures } from './parts.js';
import { orderEntries } from './order.js';
import { isKeyOf, isObject } from '../../kernel/objects.js';

export type { Explanation, KnownCase, KnownFigures } from './parts.js';

const linePath = /^(?:addOns|(customAddOns))\[(\d+)\]\.(\w+)\.(\w+)$/;

/**
 * Explains how one figure of a priced order is calculated: `shedTotalLabor.shop`, `haul`,
 * `addOns[2].profit.standard`. Values are formatted for display. If case or figures are only partly known, only the
 * known part is explained. Null for a path that is not a known figure, and for the company view of labor and
 * material.
 */
export function explain(path: string, c: KnownCase, f: KnownFigures): Explanation | null {
  const line = linePath.exec(path);
  if (line)
    return explainLine(c, f, line[1] ? 'customAddOns' : 'addOns', Number(line[2]), line[3] ?? '', line[4] ?? '');
  const [key = '', view = ''] = path.split('.');
  return explainParts(orderEntries.get(key), { c, f, view }, valueAt(f, key, view));
}

function valueAt(f: KnownFigures, key: string, view: string): unknown {
  const figure: unknown = isKeyOf(f, key) ? f[key] : null;
  if (!isObject(figure)) return view === '' ? figure : null;
  return Object.hasOwn(figure, view) ? figure[view] : null;
}
