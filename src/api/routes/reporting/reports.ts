import { runAddOnReport } from '../../../domain/reporting/reports/addon-report.js';
import { listReconciledOrders } from '../../../domain/reporting/reconciliation/list-orders.js';
import { reconcileSources } from '../../../domain/reporting/reconciliation/report.js';
import { listReports, downloadReport } from '../../../domain/reporting/reports/file.js';
import { runInventoryReport } from '../../../domain/reporting/reports/inventory/inventory-report.js';
import { runInvoiceReport } from '../../../domain/reporting/reports/invoices/invoice-report.js';
import { runOrdersReport } from '../../../domain/reporting/reports/orders/orders-report.js';
import { runProfitReport } from '../../../domain/reporting/reports/profit/report.js';
import { runTopOrders } from '../../../domain/reporting/reports/top-orders/service.js';
import { describeRoutes, route } from '../../route.js';

export const reportsRoutes = describeRoutes('reports', 'Totals and lists, as JSON and as files.', [
  route('GET /api/reports', listReports),
  route('POST /api/reports/:name/file', downloadReport, { file: true }),
  route('POST /api/invoice/report', runInvoiceReport, { costly: true }),
  route('POST /api/orders/report', runOrdersReport, { costly: true }),
  route('POST /api/orders/report/inventory', runInventoryReport, { costly: true }),
  route('GET /api/addon/report/:ids/:x', runAddOnReport, { costly: true }),
  route('POST /api/orders/report/profit', runProfitReport, { costly: true }),
  route('POST /api/orders/report/reconciliation', reconcileSources, { costly: true }),
  route('POST /api/orders/report/reconciliation/orders', listReconciledOrders, { costly: true }),
  route('POST /api/orders/top/report', runTopOrders, { costly: true }),
]);
