import type { Touched } from './change.js';

/** What a message about a correction calls the changed parts of an order; a part of the company's side is named to the office alone. */
const words: Readonly<Partial<Record<Touched, { readonly name: string; readonly officeOnly?: true }>>> = {
  dealer: { name: 'dealer', officeOnly: true },
  companyAdjustment: { name: 'company adjustment', officeOnly: true },
  sellingCosts: { name: 'commissions, escort and haul', officeOnly: true },
  standardCosts: { name: 'standard costs of custom add-ons', officeOnly: true },
  shopPercent: { name: 'shop percent' },
  adjustment: { name: 'adjustment' },
  adjustmentNote: { name: 'adjustment note' },
  basePrice: { name: 'base price' },
  addOns: { name: 'add-ons' },
  customAddOns: { name: 'custom add-ons' },
  customCosts: { name: 'material and labor of custom add-ons' },
  roofColor: { name: 'roof color' },
  sidingColor: { name: 'siding color' },
  trimColor: { name: 'trim color' },
  roofType: { name: 'roof type' },
  sidingType: { name: 'siding type' },
  customer: { name: 'customer' },
  builder: { name: 'builder' },
  metalOrdered: { name: 'metal ordered' },
  sidingPaint: { name: 'siding paint' },
  trimPaint: { name: 'trim paint' },
};

/** The corrected parts of an order by name: those a shop may read of, and those of the company's side. */
export interface CorrectedParts {
  readonly shared: readonly string[];
  readonly officeOnly: readonly string[];
}

/** Names what a change corrects of an order; status, hold reason and alerts correct nothing. */
export function nameCorrected(found: ReadonlySet<Touched>): CorrectedParts {
  const named = [...found].flatMap((field) => words[field] ?? []);
  return {
    shared: named.filter(({ officeOnly }) => !officeOnly).map(({ name }) => name),
    officeOnly: named.filter(({ officeOnly }) => officeOnly).map(({ name }) => name),
  };
}
