import type { z } from 'zod';
import type { CaseLabor, CaseLaborValues } from '../../pricing/case/case.js';
import type { LaborBase } from '../schema.js';

const allValues = ({ buildBase, roofBase, trussCount, paintHours, doorCost }: CaseLaborValues) => ({
  buildBase: buildBase ?? null,
  roofBase: roofBase ?? null,
  trussCount: trussCount ?? null,
  paintHours: paintHours ?? null,
  doorCost: doorCost ?? null,
});

/** The labor values that an order was priced with, in the documented record form; null if none were set. */
export function describeLaborBase(labor: CaseLabor | undefined, shop: string | null): z.output<typeof LaborBase> {
  const standard = labor?.standard ? allValues(labor.standard) : null;
  const shopLabor = labor?.shop ? allValues(labor.shop) : null;
  return { standard, shop: shopLabor, shopValues: shopLabor ? [{ shop, ...shopLabor }] : [] };
}
