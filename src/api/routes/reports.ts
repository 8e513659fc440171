import { runAddOnReport } from '../../domain/reports/addon-report.js';
import { listReports, reportFile } from '../../domain/reports/file.js';
import { runInventoryReport } from '../../domain/reports/inventory-report.js';
import { runInvoiceReport } from '../../domain/reports/invoice-report.js';
import { runOrdersReport } from '../../domain/reports/orders-report.js';
import { runProfitReport } from '../../domain/reports/profit/report.js';
import { runTopOrders } from '../../domain/reports/top-orders/service.js';
import { route } from '../route.js';

export const reportsRoutes = [
  route('GET /api/reports', listReports),
  route('POST /api/reports/:name/file', reportFile, { file: true }),
  route('POST /api/invoice/report', runInvoiceReport, { costly: true }),
  route('POST /api/orders/report', runOrdersReport, { costly: true }),
  route('POST /api/orders/report/inventory', runInventoryReport, { costly: true }),
  route('GET /api/addon/report/:ids/:x', runAddOnReport, { costly: true }),
  route('POST /api/orders/report/profit', runProfitReport, { costly: true }),
  route('POST /api/orders/top/report', runTopOrders, { costly: true }),
] as const;
