import type { Permission } from '../../kernel/rights/permissions.js';
import { type Cents, sum } from '../../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../../pricing/exact.js';
import type { RepairStatus, RepairType } from './status.js';

/** How an invoice was paid without a payment. */
export const paidMethods = ['Check', 'Transfer', 'Card', 'Cash', 'Other'] as const;
export type PaidMethod = (typeof paidMethods)[number];

/**
 * The allowed status changes of a repair or driver invoice, and the permission for each. Leaving Paid requires the
 * permission to reopen.
 */
export const repairTransitions: Readonly<Record<RepairStatus, Readonly<Partial<Record<RepairStatus, Permission>>>>> = {
  New: { Approved: 'repairs.decide', Paid: 'repairs.decide' },
  Approved: { Paid: 'repairs.decide', New: 'repairs.decide' },
  Paid: { Approved: 'repairs.reopen', New: 'repairs.reopen' },
};

/** The next step that lists and commands offer for each status; the form offers the others. */
export const nextStep: Readonly<Partial<Record<RepairStatus, RepairStatus>>> = { New: 'Approved', Approved: 'Paid' };

/** Whether number, date, items and other fields may be changed. */
export const isEditable = (status: RepairStatus): boolean => status === 'New';

/** The permission needed to delete an invoice (only the office deletes driver invoices); null if it is not New. */
export function deletingNeeds(type: RepairType, status: RepairStatus): Permission | null {
  if (status !== 'New') return null;
  return type === 'Driver' ? 'repairs.decide' : 'repairs.write';
}

/** The category with the items of driver invoices, if the catalogue has one with this name. */
const DRIVER_CATEGORY = 'driver';

/**
 * The items to choose from: for driver invoices, those in the category Driver if there are any; otherwise all (G-090).
 */
export function itemsFor<I extends { readonly category: { readonly name: string } }>(
  type: RepairType,
  items: readonly I[],
): readonly I[] {
  const drivers = items.filter(({ category }) => category.name.trim().toLowerCase() === DRIVER_CATEGORY);
  return type === 'Driver' && drivers.length > 0 ? drivers : items;
}

/** P7: quantity × rate, rounded half away from zero to the cent; the rate in cents, the quantity with up to four decimals. */
export const computeLineAmount = (quantity: number, rate: number): Cents =>
  asCents(mulDiv(tenThousandths(quantity), rate, 1e4));

/** Rounds a unit price (dollars with four decimals) to a rate in whole cents, half away from zero. */
export const getRepairRate = (unitPrice: number): Cents => asCents(mulDiv(tenThousandths(unitPrice), 1, 100));

/** The quantity of a line, and its rates in cents. */
export interface RatedLine {
  readonly quantity: number;
  readonly rate: number;
  readonly standardRate: number;
}

/** A line with its amounts in cents. */
export const withAmounts = <L extends RatedLine>(line: L): L & { amount: Cents; standardAmount: Cents } => ({
  ...line,
  amount: computeLineAmount(line.quantity, line.rate),
  standardAmount: computeLineAmount(line.quantity, line.standardRate),
});

/** P7: Σ round(quantity × rate), and the same at standard rates; cents. */
export const computeTotals = (lines: readonly RatedLine[]): { invoiceTotal: Cents; standardInvoiceTotal: Cents } => ({
  invoiceTotal: sum(lines.map(({ quantity, rate }) => computeLineAmount(quantity, rate))),
  standardInvoiceTotal: sum(lines.map(({ quantity, standardRate }) => computeLineAmount(quantity, standardRate))),
});
