import { z } from 'zod';
import type { DocumentKind } from '../../kernel/records/document.js';
import { PaymentModel } from './model.js';
import { findPayment } from './queries.js';
import { paymentView, type StoredPayment } from './rules.js';
import { Payment } from './schema.js';

/** The payment document. Its history records every field, with API names and in dollars. */
export const paymentKind: DocumentKind<StoredPayment, PaymentModel> = {
  name: () => 'Payment',
  entity: 'payment',
  topic: 'payments',
  model: PaymentModel,
  find: findPayment,
  schema: Payment,
  view: (_, payment) => paymentView(payment),
  getShop: ({ shop }) => shop._id,
  trace: (payment) => z.encode(Payment.office, paymentView(payment)),
};
