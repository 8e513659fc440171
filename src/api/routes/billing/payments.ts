import { createPayment } from '../../../domain/billing/payments/paying/create.js';
import { downloadPayment } from '../../../domain/billing/payments/paper/document.js';
import { exportPayments } from '../../../domain/billing/payments/paper/export.js';
import { draftPayment, getPayment, listPayments, getPaymentTrend } from '../../../domain/billing/payments/read.js';
import {
  previewRecalculation,
  recalculatePayment,
} from '../../../domain/billing/payments/recalculation/recalculate.js';
import { deletePayment, updateHaul, updatePayment } from '../../../domain/billing/payments/service.js';
import { describeRoutes, route } from '../../route.js';

export const paymentRoutes = describeRoutes('payments', 'Payments to shops for their invoices.', [
  route('GET /api/payment', listPayments),
  route('GET /api/payment/export', exportPayments, { file: true }),
  route('GET /api/payment/draft', draftPayment),
  route('GET /api/payment/trend', getPaymentTrend),
  route('GET /api/payment/:id', getPayment),
  route('GET /api/payment/:id/pdf', downloadPayment, { file: true }),
  route('POST /api/payment', createPayment, { status: 201 }),
  route('PUT /api/payment/update/:id', updatePayment),
  route('GET /api/payment/recalculate/:id', previewRecalculation),
  route('PUT /api/payment/recalculate/:id', recalculatePayment),
  route('PUT /api/payment/haul/update/:id', updateHaul),
  route('DELETE /api/payment/delete/:id', deletePayment),
]);
