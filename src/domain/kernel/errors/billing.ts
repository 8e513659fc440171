import { define } from './define.js';

/** Errors of invoices, payments, corrections, purchase orders and counts of stock. */
export const billingErrors = {
  'invoice-status': define(
    'conflict',
    (d: { from: string; to: string }) => `An invoice cannot change from ${d.from} to ${d.to}.`,
  ),
  'invoice-number-taken': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice number ${d.invoiceNumber} already exists for this shop.`,
  ),
  'invoice-exists': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice ${d.invoiceNumber} already exists for this order.`,
  ),
  'invoice-not-deletable': define(
    'conflict',
    (d: { status: string; why: string }) => `An invoice that is ${d.status} cannot be deleted: ${d.why}.`,
  ),
  'invoice-locked': define(
    'conflict',
    (d: { status: string; why: string }) => `An invoice that is ${d.status} cannot be changed: ${d.why}.`,
  ),
  'invoices-not-payable': define(
    'conflict',
    (d: { numbers: readonly string[] }) =>
      `Only Approved invoices can be paid. No longer Approved: ${d.numbers.join(', ')}.`,
  ),
  'order-not-paid': define(
    'conflict',
    (d: { serialNumber: string }) =>
      `The invoice of order ${d.serialNumber} is not Paid. Change the order itself; its invoice updates too.`,
  ),
  'order-corrected': define(
    'conflict',
    () => 'This order has a correction to its payment. Delete the correction first.',
  ),
  'correction-paid': define(
    'conflict',
    (d: { paymentNumber: string; shop: string }) =>
      `Payment ${d.paymentNumber} to ${d.shop} includes this correction. Add another correction, or delete that payment first.`,
  ),
  'corrections-not-waiting': define(
    'conflict',
    () => "A correction in this list no longer waits for this shop's payment. Reload and try again.",
  ),
  'payment-of-several-shops': define('conflict', () => 'A payment covers one shop. Select invoices of one shop only.'),
  'payment-number-taken': define(
    'conflict',
    (d: { paymentNumber: string }) => `Payment number ${d.paymentNumber} already exists for this shop.`,
  ),
  'purchase-order-number-taken': define(
    'conflict',
    (d: { number: string; vendor: string; orderedDate: string }) =>
      `PO# ${d.number} is already used by an order to ${d.vendor} dated ${d.orderedDate}.`,
  ),
  'purchase-order-refused': define('conflict', (d: { number: string; why: string }) => `${d.number} ${d.why}.`),
  'nothing-received': define('conflict', () => 'Everything received is already in stock.'),
  'count-not-undoable': define('conflict', (d: { why: string }) => `The count cannot be undone: ${d.why}.`),
  'received-changed': define('conflict', () => 'The received quantities changed since the preview. Preview again.'),
} as const;
