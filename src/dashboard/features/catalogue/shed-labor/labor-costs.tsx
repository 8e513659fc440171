import { toDollars } from '../../../../domain/kernel/cents.js';
import type { CaseLabor, CaseRates } from '../../../../domain/pricing/case/case.js';
import { computeShedLabor, type View } from '../../../../domain/pricing/labor.js';
import { money } from '../../../lib/format.js';

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
  const typed = Object.values<unknown>({ ...labor[view] });
  const costs = typed.some((value) => Number.isNaN(value)) ? null : computeShedLabor({ labor, rates }, view);
  return (
    <dl className="record-facts wide" aria-label="Labor costs" aria-live="polite">
      {lines.map(([part, label]) => (
        <div key={part}>
          <dt>{label}</dt>
          <dd>{costs ? money(toDollars(costs[part])) : ''}</dd>
        </div>
      ))}
    </dl>
  );
}
