import { changeInvoice } from '../../domain/invoices/change-service.js';
import { createInvoice, draftInvoice } from '../../domain/invoices/create-service.js';
import { deleteInvoice } from '../../domain/invoices/delete-service.js';
import { exportInvoices } from '../../domain/invoices/export-list.js';
import { exportPaidInvoices } from '../../domain/invoices/export-service.js';
import { chartInvoices, listInvoices, searchInvoices, showInvoice } from '../../domain/invoices/service.js';
import { route } from '../route.js';

export const invoiceRoutes = [
  route('POST /api/invoice', createInvoice, { status: 201 }),
  route('GET /api/invoice/draft/:orderId', draftInvoice),
  route('PUT /api/invoice/update/:id', changeInvoice),
  route('DELETE /api/invoice/delete/:id', deleteInvoice),
  route('GET /api/invoice/findbyid/:id', showInvoice),
  route('GET /api/invoice/search/:number', searchInvoices),
  route('GET /api/invoice/status/:status', listInvoices),
  route('GET /api/invoice/chart/filter', chartInvoices),
  route('GET /api/invoice/export', exportInvoices, { file: true }),
  route('GET /api/invoice/paid/export', exportPaidInvoices, { file: true }),
] as const;
