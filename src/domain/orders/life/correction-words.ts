import type { TouchedPart } from './change.js';

/**
 * The name of each changed part of an order in a correction message; only the office reads the names of the company's
 * parts.
 */
const words: Readonly<Partial<Record<TouchedPart, { readonly name: string; readonly officeOnly?: true }>>> = {
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

/** The names of the corrected parts of an order: those a shop may see, and the company's. */
export interface CorrectedParts {
  readonly shared: readonly string[];
  readonly officeOnly: readonly string[];
}

/** The names of the parts of an order that a change corrects; status, hold reason and alerts do not count. */
export function nameCorrected(touchedParts: ReadonlySet<TouchedPart>): CorrectedParts {
  const names = [...touchedParts].flatMap((field) => words[field] ?? []);
  return {
    shared: names.filter(({ officeOnly }) => !officeOnly).map(({ name }) => name),
    officeOnly: names.filter(({ officeOnly }) => officeOnly).map(({ name }) => name),
  };
}
