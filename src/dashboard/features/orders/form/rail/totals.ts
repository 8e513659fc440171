import type { Audience } from '../../../../../domain/kernel/rights/roles.js';
import { COST_UNKNOWN, type UnknownCost } from '../../../../../domain/pricing/unknown-cost.js';
import { addDollars, expectedTotal } from '../../../../components/shared/orders/figure-rows.js';
import { figureAt, type FiguresShown, type View } from '../../../../components/shared/orders/order-types.js';
import { fraction, money } from '../../../../lib/format.js';

/** A figure of the rail: its name, its text, and whether it is a loss. */
type RailFigure = readonly [name: string, text: string, isLoss: boolean];

/** The order's total for a side; null for builders, who see no money. */
export function getTotal(figures: FiguresShown, side: Audience): readonly [string, string] | null {
  const view = side === 'office' ? 'order' : 'shop';
  const total = figureAt(figures, 'grandTotal', view);
  return total == null ? null : [side === 'office' ? 'Order total' : 'Shop total', money(total)];
}

/** The totals that a side may see, its gross profit, and for the office the difference to the uploaded total. */
export function listFigures(
  figures: FiguresShown,
  side: Audience,
  { costUnknown, shedSuite }: { costUnknown: readonly UnknownCost[]; shedSuite: number | null | undefined },
): RailFigure[] {
  const isOffice = side === 'office';
  const views: View[] = isOffice ? ['order', 'company', 'shop'] : ['shop'];
  const difference = shedSuite == null ? null : addDollars(shedSuite, -expectedTotal(figures));
  return [
    ...views.map((view) => toFigure(`${names[view]} total`, figureAt(figures, 'grandTotal', view))),
    toProfit(figures, isOffice ? 'company' : 'shop', costUnknown.length > 0),
    ...(isOffice && difference !== null ? [toFigure('Difference from upload', difference)] : []),
  ];
}

const names: Readonly<Record<View, string>> = {
  order: 'Order',
  company: 'Company',
  shop: 'Shop',
  standard: 'Standard',
};

const toFigure = (name: string, amount: number | null | undefined): RailFigure => [
  name,
  amount == null ? '—' : money(amount),
  (amount ?? 0) < 0,
];

/** Dollars and percent; no percent for a negative revenue (P5). */
function toProfit(figures: FiguresShown, view: 'company' | 'shop', isUnknown: boolean): RailFigure {
  const name = 'Gross profit';
  const dollars = figureAt(figures, 'profitDollars', view);
  if (isUnknown || dollars == null) return [name, isUnknown ? COST_UNKNOWN : '—', false];
  const share = figureAt(figures, 'profitPercent', view);
  const hasShare = share != null && (figureAt(figures, 'grandTotal', view) ?? 0) >= 0;
  return [name, hasShare ? `${money(dollars)}, ${fraction(share)}` : money(dollars), dollars < 0];
}
