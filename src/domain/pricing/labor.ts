import type { Cents } from '../kernel/cents.js';
import type { CaseLabor, CaseLaborValues, CaseRate, CaseRates, CaseRateValues, PricingCase } from './case/case.js';
import { asCents, dollarsToCents, mulDiv, tenThousandths } from './exact.js';

export type View = 'shop' | 'standard';

/** The labor of a shed in one view, in cents. */
export interface LaborInput {
  builder: Cents;
  roof: Cents;
  truss: Cents;
  door: Cents;
  paint: Cents;
  total: Cents;
}

/** P2: the labor of a shed in one view; each value the shop has not set falls back to the standard one. */
export function computeShedLabor({ labor, rates }: Pick<PricingCase, 'labor' | 'rates'>, view: View): LaborInput {
  const builder = rate(laborValue(labor, 'buildBase', view), getLaborRate(rates, 'build', view));
  const roof = rate(laborValue(labor, 'roofBase', view), getLaborRate(rates, 'roof', view));
  const truss = rate(laborValue(labor, 'trussCount', view), getLaborRate(rates, 'truss', view));
  const paint = rate(laborValue(labor, 'paintHours', view), getLaborRate(rates, 'paint', view));
  const door = dollarsToCents(laborValue(labor, 'doorCost', view));
  return { builder, roof, truss, door, paint, total: asCents(builder + roof + truss + door + paint) };
}

/** The labor base used in a view: the shop's own if set, or else the standard one, or else 0. */
export const laborValue = ({ standard, shop }: CaseLabor, key: keyof CaseLaborValues, view: View): number =>
  (view === 'shop' ? shop?.[key] : null) ?? standard?.[key] ?? 0;

/** The rate used in a view; value and type fall back together. */
export function getLaborRate({ standard, shop }: CaseRates, key: keyof CaseRateValues, view: View): CaseRate {
  const shopValue = view === 'shop' ? shop?.[key] : null;
  return shopValue?.value != null ? shopValue : (standard?.[key] ?? {});
}

/** P2 `rate()`, in cents: `round(base × value / 100)` for a percent, `round(base × value)` per piece. */
function rate(base: number, { value, type }: CaseRate): Cents {
  return asCents(mulDiv(tenThousandths(base), tenThousandths(value), type === 'percent' ? 1e8 : 1e6));
}
