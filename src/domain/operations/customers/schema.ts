import { z } from 'zod';
import { Id, RequiredText } from '../../kernel/records/fields.js';

/** Identifies the customer: a full name, an email address, a phone number or the serial number of an order. */
export const FindCustomer = z.object({
  customer: RequiredText('Enter a name, an email address, a phone number or a serial number', 200),
});

const Orders = z
  .array(Id, 'must be a list of orders')
  .min(1, 'must have at least 1 order')
  .max(500, 'must have at most 500 orders');

export const customerFormats = ['json', 'xlsx'] as const;
export const ExportCustomer = z.object({
  orders: Orders,
  format: z.enum(customerFormats, `must be one of: ${customerFormats.join(', ')}`).default('json'),
});

export const EraseCustomer = z.object({ orders: Orders });
export const ConfirmErasure = EraseCustomer.extend({
  /** The word `erase`, because it cannot be undone. */
  confirm: z.literal('erase', 'must be the word "erase"'),
});

/** An order of a customer, with the data it contains about them. */
export const CustomerOrder = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  shop: z.string().nullable(),
  status: z.string(),
  dateOrdered: z.string(),
  customer: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  /** When its customer's data was erased; null if it was not. */
  erasedAt: z.string().nullable(),
});

/** How many rows of each place were changed, or would be. */
export const Erasure = z.object({
  msg: z.string(),
  orders: z.int(),
  places: z.array(z.object({ place: z.string(), rows: z.int() })),
});
