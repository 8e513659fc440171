import type { Invariant } from './invariants.js';

/** The record type whose IDs an invariant returns. */
export type CheckedRecord =
  'order' | 'invoice' | 'payment' | 'repair' | 'shop' | 'item' | 'purchase' | 'import' | 'model' | 'addOn';

interface Hint {
  readonly of: CheckedRecord;
  readonly what: string;
  readonly hint: string;
}

const reprice =
  'Open orders: select them in the order list and click Re-price selected. Invoiced orders: delete the invoice first, then re-price and invoice again.';
const recalculate = 'Run shedworks payments recalculate <number>, or click Recalculate in the list of payments.';
const compare = 'Its History shows who changed what. To compare with a backup, restore one into a second database.';
const mend = 'Run shedworks doctor --mend';

/** What a violated invariant means to the office, and how to fix it. */
export const hints: Readonly<Record<Invariant, Hint>> = {
  'an order foots': { of: 'order', what: 'the figures of an order do not add up', hint: reprice },
  'the lines of an order sum to its totals': {
    of: 'order',
    what: 'the lines of an order do not add up to its totals',
    hint: reprice,
  },
  'an order is billed once': {
    of: 'order',
    what: 'an order has more than one live invoice',
    hint: `Delete all but one in the invoice list. If one is in a payment, remove it from the payment first. ${compare}`,
  },
  'an invoice number is used once by a shop': {
    of: 'invoice',
    what: 'a shop uses an invoice number twice',
    hint: 'Open one of the two invoices and give it another number.',
  },
  'an invoice is Paid if and only if it is in a payment': {
    of: 'invoice',
    what: 'an invoice is Paid but not in a payment, or in a payment but not Paid',
    hint: `Delete the payment that should hold it and create it again, or set the invoice to Approved. ${compare}`,
  },
  'a repair or driver invoice is Paid if and only if a payment or the office paid it': {
    of: 'repair',
    what: 'a repair or driver invoice is Paid without a record of its payment, or was paid twice',
    hint: `Ask a super admin to reopen it and pay it again. ${compare}`,
  },
  'a paid repair or driver invoice is in a live payment of its shop': {
    of: 'repair',
    what: 'a repair or driver invoice is in a payment that was deleted or belongs to another shop',
    hint: compare,
  },
  'a paid correction is in a live payment of its shop': {
    of: 'order',
    what: 'a correction of an order is in a payment that was deleted or belongs to another shop',
    hint: compare,
  },
  'a repair or driver invoice is the sum of its items': {
    of: 'repair',
    what: 'the total of a repair or driver invoice is not the sum of its items',
    hint: 'Open it and save it to recalculate its total.',
  },
  'an order is Invoiced if and only if it has a live invoice': {
    of: 'order',
    what: 'an order is Invoiced but has no invoice, or has one but is not Invoiced',
    hint: 'Set the order to Finished and invoice it, or delete its invoice.',
  },
  "an invoice has its order's amounts until it is paid": {
    of: 'invoice',
    what: 'the amounts of an open invoice differ from its order',
    hint: 'Reopen the invoice if it is Approved, then correct the order. Its invoice updates too.',
  },
  "an Invoiced order carries its invoice's day": {
    of: 'order',
    what: 'the invoiced date of an order differs from its invoice',
    hint: `${mend} to give it the date of its invoice.`,
  },
  'a paid invoice is in a live payment of its shop': {
    of: 'invoice',
    what: 'an invoice is in a payment that was deleted or belongs to another shop',
    hint: `Set the invoice to Approved and pay it again. ${compare}`,
  },
  'a payment is the sum of its invoices': {
    of: 'payment',
    what: 'the total of a payment is not the sum of its invoices',
    hint: recalculate,
  },
  'the kept totals equal a recount': {
    of: 'shop',
    what: 'the dashboard totals differ from the orders',
    hint: `${mend}.`,
  },
  'the stored totals of invoices match a recount': {
    of: 'shop',
    what: 'the totals of invoices differ from the invoices',
    hint: `${mend}.`,
  },
  'an invoice has the serial number of its order': {
    of: 'invoice',
    what: 'the serial number of an invoice differs from its order',
    hint: `${mend}.`,
  },
  'stock equals its movements': {
    of: 'item',
    what: 'the stock of an item differs from the sum of its movements',
    hint: `Count the item. ${mend} to record the difference, then enter the count under Inventory.`,
  },
  'a material order foots': {
    of: 'purchase',
    what: 'the total of a material order is not the sum of its lines and freight',
    hint: 'Open it under Purchasing and save it to recalculate its total.',
  },
  'a line of a material order is the sum of its receipts': {
    of: 'purchase',
    what: 'the received quantities of a material order differ from its receipts',
    hint: `${mend} to recount its lines from their receipts.`,
  },
  'a shed has no negative price': {
    of: 'model',
    what: 'a shed of a model has a negative retail price',
    hint: 'Enter its price again under Catalogue, Sheds.',
  },
  'an add-on has no negative price': {
    of: 'addOn',
    what: 'an add-on has a negative retail price',
    hint: 'Enter its price again under Catalogue, Add-Ons. A discount has a positive price too.',
  },
  'an item has no negative price': {
    of: 'item',
    what: 'an item has a negative cost',
    hint: 'Enter its sub-total and freight again under Catalogue, Items, including shop values.',
  },
  'a serial number has no blanks at its ends': {
    of: 'order',
    what: 'a serial number begins or ends with a space, so that it is not found',
    hint: `${mend} to remove the spaces.`,
  },
  'an import counts the orders it brought': {
    of: 'import',
    what: 'an upload of orders has no history entry, or more than one',
    hint: `Run shedworks imports show <id>. ${compare}`,
  },
};

/** The table and, in SQL, the name of a record. */
export const nameColumns: Readonly<Record<CheckedRecord, readonly [table: string, name: string]>> = {
  order: ['orders', 'serial_number'],
  invoice: ['invoices', 'invoice_number'],
  payment: ['payments', `payment_number || ' to ' || (select name from shops where id = payments.shop_id)`],
  repair: ['repair_invoices', 'invoice_number'],
  shop: ['shops', 'name'],
  item: ['items', 'name'],
  purchase: ['material_orders', 'purchase_order_number'],
  import: ['imports', 'file_name'],
  model: ['shed_models', 'name'],
  addOn: ['add_ons', 'name'],
};
