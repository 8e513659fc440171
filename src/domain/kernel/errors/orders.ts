import { define } from './define.js';

/** Errors of orders. */
export const ordersErrors = {
  'order-status': define(
    'conflict',
    (d: { from: string; to: string; why: string }) => `The status cannot change from ${d.from} to ${d.to}: ${d.why}.`,
  ),
  'order-locked': define('conflict', (d: { why: string }) => `The order cannot be changed: ${d.why}.`),
  'order-has-invoice': define(
    'conflict',
    (d: { invoiceNumber: string }) => `This order has invoice ${d.invoiceNumber}. Delete the invoice first.`,
  ),
  'order-not-deletable': define(
    'conflict',
    (d: { status: string; why: string }) => `An order in ${d.status} cannot be deleted: ${d.why}.`,
  ),
} as const;
