import type { Permission } from '../../kernel/rights/permissions.js';
import { type Cents, sum } from '../../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../../pricing/exact.js';

/** What is billed: a repair, or driver block compensation. */
export const repairTypes = ['Repair', 'Driver'] as const;
export type RepairType = (typeof repairTypes)[number];

export const repairStatuses = ['New', 'Approved', 'Paid'] as const;
export type RepairStatus = (typeof repairStatuses)[number];

/** How an invoice was paid outside a payment. */
export const paidMethods = ['Check', 'Transfer', 'Card', 'Cash', 'Other'] as const;
export type PaidMethod = (typeof paidMethods)[number];

/** Where a repair or driver invoice may go and who may send it there. Paid is final; reopening it is a permission of its own. */
export const repairTransitions: Readonly<Record<RepairStatus, Readonly<Partial<Record<RepairStatus, Permission>>>>> = {
  New: { Approved: 'repairs.decide', Paid: 'repairs.decide' },
  Approved: { Paid: 'repairs.decide', New: 'repairs.decide' },
  Paid: { Approved: 'repairs.reopen', New: 'repairs.reopen' },
};

/** The step that a list and a command offer from each status; any other that may be taken is the form's. */
export const nextStep: Readonly<Partial<Record<RepairStatus, RepairStatus>>> = { New: 'Approved', Approved: 'Paid' };

/** Whether number, date, items and the rest may be changed. */
export const isEditable = (status: RepairStatus): boolean => status === 'New';

/** What it takes to delete an invoice: one for drivers is the office's to delete; null once it is more than New. */
export function deletingNeeds(type: RepairType, status: RepairStatus): Permission | null {
  if (status !== 'New') return null;
  return type === 'Driver' ? 'repairs.decide' : 'repairs.write';
}

/** The category whose items an invoice for drivers is made of, where there is one of this name. */
const DRIVER_CATEGORY = 'driver';

/** The items to choose from: those of the category Driver for driver invoices, all where it has none (G-090). */
export function itemsFor<I extends { readonly category: { readonly name: string } }>(
  type: RepairType,
  items: readonly I[],
): readonly I[] {
  const drivers = items.filter(({ category }) => category.name.trim().toLowerCase() === DRIVER_CATEGORY);
  return type === 'Driver' && drivers.length > 0 ? drivers : items;
}

/** P7: quantity × rate, rounded half away from zero to the cent; the rate in cents, the quantity with up to four decimals. */
export const amountOf = (quantity: number, rate: number): Cents => asCents(mulDiv(tenThousandths(quantity), rate, 1e4));

/** The price of one unit, dollars with four decimals, as a rate in whole cents, half away from zero. */
export const rateOf = (unitPrice: number): Cents => asCents(mulDiv(tenThousandths(unitPrice), 1, 100));

/** What a line is billed at: its quantity, and its rates in cents. */
export interface Rated {
  readonly quantity: number;
  readonly rate: number;
  readonly standardRate: number;
}

/** A line with its amounts in cents. */
export const withAmounts = <L extends Rated>(line: L): L & { amount: Cents; standardAmount: Cents } => ({
  ...line,
  amount: amountOf(line.quantity, line.rate),
  standardAmount: amountOf(line.quantity, line.standardRate),
});

/** P7: Σ round(quantity × rate), and the same at standard rates; cents. */
export const totalsOf = (lines: readonly Rated[]): { invoiceTotal: Cents; standardInvoiceTotal: Cents } => ({
  invoiceTotal: sum(lines.map(({ quantity, rate }) => amountOf(quantity, rate))),
  standardInvoiceTotal: sum(lines.map(({ quantity, standardRate }) => amountOf(quantity, standardRate))),
});
