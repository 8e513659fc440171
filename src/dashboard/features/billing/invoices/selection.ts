import type { InvoiceRow } from '../invoice-types.js';

export type InvoiceSelection = ReadonlyMap<string, InvoiceRow>;

/** The rows with these IDs: those selected before and those shown now. */
export function choose(
  ids: ReadonlySet<string>,
  before: InvoiceSelection,
  rows: readonly InvoiceRow[],
): InvoiceSelection {
  const rowById = new Map([...before, ...rows.map((row) => [row._id, row] as const)]);
  return new Map([...ids].flatMap((id) => [rowById.get(id)].flatMap((row) => (row ? [[id, row] as const] : []))));
}

/** How much of the Approved invoices a list shows. */
export interface ShownInvoices {
  readonly rows: readonly InvoiceRow[];
  /** Whether these are all Approved invoices, of the shop if one is given. */
  readonly complete: boolean;
  /** The shop's ID; empty for all. */
  readonly shop: string;
}

/** The selected rows in their current version if shown, without those missing from a complete list. */
export function stillThere(selection: InvoiceSelection, { rows, complete, shop }: ShownInvoices): InvoiceRow[] {
  const now = new Map(rows.map((row) => [row._id, row]));
  return [...selection.values()].flatMap((row) => {
    const newerRow = now.get(row._id);
    if (newerRow) return newerRow.status === 'Approved' ? [newerRow] : [];
    const wouldShow = complete && (shop === '' || row.shop._id === shop);
    return wouldShow ? [] : [row];
  });
}
