import type { InvoiceRow } from '../invoice-types.js';

export type Chosen = ReadonlyMap<string, InvoiceRow>;

/** The rows with these ids: the ones chosen before and those now shown. */
export function choose(ids: ReadonlySet<string>, before: Chosen, shown: readonly InvoiceRow[]): Chosen {
  const known = new Map([...before, ...shown.map((row) => [row._id, row] as const)]);
  return new Map([...ids].flatMap((id) => [known.get(id)].flatMap((row) => (row ? [[id, row] as const] : []))));
}

/** What a list shows of all Approved invoices. */
export interface Shown {
  readonly rows: readonly InvoiceRow[];
  /** Whether these are all there are, of the shop if one is named. */
  readonly complete: boolean;
  /** The shop's id; empty for all. */
  readonly shop: string;
}

/** The chosen rows as they are now: newer versions where shown, without those that a complete list no longer has. */
export function stillThere(chosen: Chosen, { rows, complete, shop }: Shown): InvoiceRow[] {
  const now = new Map(rows.map((row) => [row._id, row]));
  return [...chosen.values()].flatMap((row) => {
    const newer = now.get(row._id);
    if (newer) return newer.status === 'Approved' ? [newer] : [];
    const wouldShow = complete && (shop === '' || row.shop._id === shop);
    return wouldShow ? [] : [row];
  });
}
