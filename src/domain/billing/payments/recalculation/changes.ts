import type { z } from 'zod';
import { toDollars } from '../../../kernel/cents.js';
import { figureColumns, fractionColumns } from '../../../orders/pricing/figures.js';
import { paymentFigures, type StoredPayment } from '../rules.js';
import type { RecalculationChange } from '../schema.js';

type Change = z.output<typeof RecalculationChange>;
type Figure = Pick<Change, 'figure' | 'kind'> & { readonly of: (payment: StoredPayment) => number };

const count = (figure: string, of: Figure['of']): Figure => ({ figure, kind: 'count', of });
const money = (figure: string, of: Figure['of']): Figure => ({ figure, kind: 'money', of });

const totals: readonly Figure[] = [
  count('Invoices', (payment) => payment.invoiceCount),
  money('Repair invoices', (payment) => payment.repairTotal),
  money('Driver invoices', (payment) => payment.driverTotal),
  money('Corrections', (payment) => payment.correctionTotal),
  money('Sub-Total', (payment) => payment.subTotal),
  money('Total', (payment) => payment.total),
  money('Company Total', (payment) => payment.companyTotal),
  money('Order Total', (payment) => payment.orderTotal),
];

const fractions = new Set(fractionColumns.map(({ column }) => column));

/** Every figure that differs between the stored and the recalculated payment, in dollars and fractions. */
export function recalculationChanges(before: StoredPayment, after: StoredPayment): Change[] {
  const [was, is] = [before, after].map(({ figures, typedHaul }) => paymentFigures(figures, typedHaul));
  const ofOrders = figureColumns.map(({ column, group, view }): Change => ({
    figure: view === null ? inWords(group) : `${inWords(group)}, ${view}`,
    kind: fractions.has(column) ? 'percent' : 'money',
    before: was?.[column] ?? null,
    after: is?.[column] ?? null,
  }));
  const all = [...totals.map(({ of, ...rest }) => ({ ...rest, before: of(before), after: of(after) })), ...ofOrders];
  return all
    .filter((change) => change.before !== change.after)
    .map((change) =>
      change.kind === 'money'
        ? { ...change, before: inDollars(change.before), after: inDollars(change.after) }
        : change,
    );
}

const inDollars = (amount: number | null): number | null => (amount === null ? null : toDollars(amount));

/** Formats `shedTotalCost` as `Shed total cost`. */
function inWords(group: string): string {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
