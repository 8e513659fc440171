import type { PricingCase } from './case.js';
import { explainLine } from './explain-lines.js';
import { type Explanation, explained } from './explain-parts.js';
import { orderEntries } from './explain-order.js';
import type { OrderFigures } from './figures.js';

export type { Explanation } from './explain-parts.js';

const linePath = /^(addOns|customAddOns)\[(\d+)\]\.(\w+)\.(\w+)$/;

/**
 * How one figure of a priced order came about: `shedTotalLabor.shop`, `haul`, `addOns[2].profit.standard`.
 * Values are ready to show. Null for a path that is no figure, and for the company view of labor and material.
 */
export function explain(path: string, c: PricingCase, f: OrderFigures): Explanation | null {
  const line = linePath.exec(path);
  // The pattern admits these two lists only.
  if (line)
    return explainLine(c, f, line[1] as 'addOns' | 'customAddOns', Number(line[2]), line[3] ?? '', line[4] ?? '');
  const [key = '', view = ''] = path.split('.');
  return explained(orderEntries.get(key), { c, f, view }, valueAt(f, key, view));
}

function valueAt(f: OrderFigures, key: string, view: string): unknown {
  const figure: unknown = Object.hasOwn(f, key) ? f[key as keyof OrderFigures] : null;
  if (typeof figure !== 'object' || figure === null) return view === '' ? figure : null;
  return Object.hasOwn(figure, view) ? (figure as Record<string, unknown>)[view] : null;
}
