import { toDollars } from '../../../../domain/kernel/cents.js';
import type { CaseLabor, CaseRates } from '../../../../domain/pricing/case/case.js';
import { computeShedLabor, type View } from '../../../../domain/pricing/labor.js';
import { money } from '../../../lib/format.js';
import { Facts } from '../../../components/ui/facts.js';

interface Costs {
  readonly labor: CaseLabor;
  readonly rates: CaseRates;
  readonly view: View;
}

const lines = [
  ['builder', 'Build cost'],
  ['roof', 'Roof cost'],
  ['truss', 'Truss cost'],
  ['paint', 'Paint cost'],
  ['door', 'Door cost'],
  ['total', 'Total labor cost'],
] as const;

/** P2: the labor costs for the values as typed; empty while a number is invalid. */
export function LaborCosts({ labor, rates, view }: Costs) {
  const values = Object.values<unknown>({ ...labor[view] });
  const costs = values.some((value) => Number.isNaN(value)) ? null : computeShedLabor({ labor, rates }, view);
  return (
    <Facts
      dashes
      live
      label="Labor costs"
      facts={lines.map(([part, label]) => [label, costs && money(toDollars(costs[part]))])}
    />
  );
}
