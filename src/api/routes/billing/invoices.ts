import { updateInvoice } from '../../../domain/billing/invoices/life/change.js';
import { createInvoice, draftInvoice } from '../../../domain/billing/invoices/life/create.js';
import { deleteInvoice } from '../../../domain/billing/invoices/life/delete.js';
import { exportInvoices } from '../../../domain/billing/invoices/export-list.js';
import { exportPaidInvoices } from '../../../domain/billing/invoices/export.js';
import {
  getInvoiceChart,
  countInvoices,
  listAnyInvoices,
  listInvoices,
  searchInvoices,
  getInvoice,
} from '../../../domain/billing/invoices/service.js';
import { describeRoutes, route } from '../../route.js';

export const invoiceRoutes = describeRoutes('invoices', 'Invoices from shops for their orders.', [
  route('POST /api/invoice', createInvoice, { status: 201 }),
  route('GET /api/invoice', listAnyInvoices),
  route('GET /api/invoice/draft/:orderId', draftInvoice),
  route('PUT /api/invoice/update/:id', updateInvoice),
  route('DELETE /api/invoice/delete/:id', deleteInvoice),
  route('GET /api/invoice/findbyid/:id', getInvoice),
  route('GET /api/invoice/search/:number', searchInvoices),
  route('GET /api/invoice/status/:status', listInvoices),
  route('GET /api/invoice/count', countInvoices),
  route('GET /api/invoice/chart/filter', getInvoiceChart),
  route('GET /api/invoice/export', exportInvoices, { file: true }),
  route('GET /api/invoice/paid/export', exportPaidInvoices, { file: true }),
]);
