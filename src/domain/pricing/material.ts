import type { Cents } from '../kernel/cents.js';
import type { CaseAddOn, CaseComponent, CaseItem, CaseItemTotals } from './case/case.js';
import { asCents, mulDiv, sumDiv, tenThousandths } from './exact.js';
import type { View } from './labor.js';

const none: readonly CaseItem[] = [];

/** P3: what one component costs, in cents: `round(Σ item total × quantity)`. */
export const componentCost = (component: Pick<CaseComponent, 'items'>, view: View): Cents =>
  asCents(itemsCost(component.items ?? none, view, plainTotal, 1e6));

/** P3: the material of a box, in cents: `Σ round(component cost × quantity)`. */
export function boxMaterial(components: readonly CaseComponent[], view: View): Cents {
  let total = 0;
  for (const component of components) {
    total += mulDiv(componentCost(component, view), tenThousandths(component.quantity), 1e4);
  }
  return asCents(total);
}

/**
 * P3: the material of one unit of an add-on, in ten-thousandths of a dollar; negative when it replaces more than it
 * adds.
 */
export function unitMaterial(
  line: Pick<CaseAddOn, 'nonInventory' | 'standardNonInvCost' | 'items'>,
  view: View,
): number {
  if (line.nonInventory) return tenThousandths(line.standardNonInvCost);
  return itemsCost(line.items ?? none, view, netTotal, 1e4);
}

type Total = (item: CaseItem, view: View) => number;

function itemsCost(items: readonly CaseItem[], view: View, toTotal: Total, divisor: number): number {
  if (items.length === 0) return 0;
  return sumDiv(
    items.map((item) => [toTotal(item, view), tenThousandths(item.quantity)] as const),
    divisor,
  );
}

/** An item's total in ten-thousandths: the shop's own if set, otherwise the standard one. */
const plainTotal = ({ standardTotal, shopTotal }: CaseItemTotals, view: View): number =>
  tenThousandths(view === 'shop' ? (shopTotal ?? standardTotal) : standardTotal);

const netTotal: Total = (item, view) =>
  plainTotal(item, view) - (item.replaceItem && item.replacementItem ? plainTotal(item.replacementItem, view) : 0);
