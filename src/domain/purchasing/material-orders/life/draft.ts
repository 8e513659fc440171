import type { WriteCtx } from '../../../kernel/context.js';
import type { Cents } from '../../../kernel/cents.js';
import { addOrder } from './create.js';
import { findNextNumber, lockNumbers } from '../next-number.js';
import { cents } from '../../../kernel/cents.js';

/** A proposed purchase order: quantities of items to buy from a vendor of the shop. */
export interface ProposedOrder {
  readonly vendor: string;
  /** Defaults to the number after the shop's latest one. */
  readonly purchaseOrderNumber?: string | undefined;
  readonly lines: readonly { readonly item: string; readonly quantity: number }[];
}

/** A stored draft. */
export interface DraftOrder {
  readonly _id: string;
  readonly revision: number;
  readonly purchaseOrderNumber: string;
  readonly vendor: { readonly _id: string; readonly name: string };
  /** Σ line totals in cents. */
  readonly grandTotal: Cents;
}

/**
 * Stores proposals as draft material orders, in the given order: dated today, at the shop's current item totals,
 * without freight. A draft does not count as on order and cannot be received until it is placed (a change with
 * `draft` false). Each draft gets a history entry like any new order. Throws `invalid-input` for a vendor of another
 * shop or an item that does not exist; then no draft is stored.
 */
export async function createDraftOrders(
  tx: WriteCtx,
  shop: string,
  proposals: readonly ProposedOrder[],
): Promise<DraftOrder[]> {
  await lockNumbers(tx, shop);
  const drafts: DraftOrder[] = [];
  for (const { vendor, purchaseOrderNumber, lines } of proposals) {
    const order = await addOrder(tx, shop, {
      vendor,
      purchaseOrderNumber: purchaseOrderNumber ?? (await findNextNumber(tx.db, shop)),
      freight: cents(0),
      items: lines.map((line) => ({ ...line, description: '' })),
      draft: true,
      repeatNumber: false,
    });
    const { _id, revision, purchaseOrderNumber: number, vendor: vendorName, grandTotal } = order;
    drafts.push({ _id, revision, purchaseOrderNumber: number, vendor: vendorName, grandTotal });
  }
  return drafts;
}
