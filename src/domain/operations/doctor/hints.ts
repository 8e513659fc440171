import type { Invariant } from './invariants.js';

/** Whose id an invariant answers. */
export type CheckedRecord = 'order' | 'invoice' | 'payment' | 'repair' | 'shop' | 'item' | 'purchase' | 'import';

interface Hint {
  readonly of: CheckedRecord;
  readonly what: string;
  readonly hint: string;
}

const reprice =
  'Open orders: select them in the order list, Re-price selected. An Invoiced one: delete its invoice first, then re-price and bill again.';
const recalculate = 'shedworks payments recalculate <number>, or Recalculate in the list of payments.';
const compare =
  'Its History tells who changed it and from what to what; where a backup is needed, restore one beside it and compare.';
const mend = 'shedworks doctor --mend';

/** What a broken invariant means to the office, and how it is mended. */
export const hints: Readonly<Record<Invariant, Hint>> = {
  'an order foots': { of: 'order', what: 'the figures of an order do not foot', hint: reprice },
  'the lines of an order sum to its totals': {
    of: 'order',
    what: 'the lines of an order do not sum to its totals',
    hint: reprice,
  },
  'an order is billed once': {
    of: 'order',
    what: 'an order has more than one live invoice',
    hint: `Delete all but one in the invoice list; one that is in a payment is taken out there first. ${compare}`,
  },
  'an invoice number is used once by a shop': {
    of: 'invoice',
    what: 'an invoice number is used twice by a shop',
    hint: 'Open one of the two invoices and give it another number.',
  },
  'an invoice is Paid if and only if it is in a payment': {
    of: 'invoice',
    what: 'an invoice is Paid without a payment, or in a payment without being Paid',
    hint: `Delete the payment that should hold it and create it again, or set the invoice to Approved. ${compare}`,
  },
  'a repair or driver invoice is Paid if and only if a payment or the office paid it': {
    of: 'repair',
    what: 'a repair or driver invoice is Paid although nothing paid it, or paid twice',
    hint: `A super admin reopens it and pays it again. ${compare}`,
  },
  'a paid repair or driver invoice is in a live payment of its shop': {
    of: 'repair',
    what: 'a repair or driver invoice is in a payment that was deleted, or of another shop',
    hint: compare,
  },
  'a paid correction is in a live payment of its shop': {
    of: 'order',
    what: 'a correction of an order is in a payment that was deleted, or of another shop',
    hint: compare,
  },
  'a repair or driver invoice is the sum of its items': {
    of: 'repair',
    what: 'a repair or driver invoice is not the sum of its items',
    hint: 'Open it and save it: it is added up again.',
  },
  'an order is Invoiced if and only if it has a live invoice': {
    of: 'order',
    what: 'an order is Invoiced without an invoice, or has one without being Invoiced',
    hint: 'Set the order to Finished and bill it, or delete its invoice.',
  },
  "an invoice has its order's amounts until it is paid": {
    of: 'invoice',
    what: 'an open invoice has other amounts than its order',
    hint: 'Correct the order: its invoice follows. An Approved one is reopened first.',
  },
  "an Invoiced order carries its invoice's day": {
    of: 'order',
    what: 'an Invoiced order has another day than its invoice',
    hint: `${mend} gives it the day of its invoice.`,
  },
  'a paid invoice is in a live payment of its shop': {
    of: 'invoice',
    what: 'an invoice is in a payment that was deleted, or of another shop',
    hint: `Set the invoice to Approved and pay it again. ${compare}`,
  },
  'a payment is the sum of its invoices': {
    of: 'payment',
    what: 'a payment is not the sum of its invoices',
    hint: recalculate,
  },
  'the kept totals equal a recount': {
    of: 'shop',
    what: 'the totals of the dashboard are not those of the orders',
    hint: mend,
  },
  'stock equals its movements': {
    of: 'item',
    what: 'the stock of an item is not what its movements add up to',
    hint: `Count the item; then ${mend} writes down the difference, and the count is typed in under Inventory.`,
  },
  'a material order foots': {
    of: 'purchase',
    what: 'a material order is not the sum of its lines and their freight',
    hint: 'Open it under Purchasing and save it: its lines and their freight are added up again.',
  },
  'a line of a material order is the sum of its receipts': {
    of: 'purchase',
    what: 'a material order says something else than its receipts of what has come',
    hint: `${mend} counts its lines again from their receipts.`,
  },
  'an import counts the orders it brought': {
    of: 'import',
    what: 'an upload of orders has no entry in the trail, or more than one',
    hint: `shedworks imports show <id>. ${compare}`,
  },
};

/** Which table tells the name of a record, and in which column. */
export const nameOf: Readonly<Record<CheckedRecord, readonly [table: string, column: string]>> = {
  order: ['orders', 'serial_number'],
  invoice: ['invoices', 'invoice_number'],
  payment: ['payments', 'payment_number'],
  repair: ['repair_invoices', 'invoice_number'],
  shop: ['shops', 'name'],
  item: ['items', 'name'],
  purchase: ['material_orders', 'purchase_order_number'],
  import: ['imports', 'file_name'],
};
