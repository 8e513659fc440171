import { can } from '../../kernel/rights/permissions.js';
import type { Actor } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { addOnReport } from './addon-report.js';
import { dashboardReport } from './dashboard-report.js';
import { inventoryReport } from './inventory/inventory-report.js';
import { invoiceReport } from './invoices/invoice-report.js';
import { materialReport } from './inventory/material-report.js';
import { ordersReport } from './orders/orders-report.js';
import { profitReport } from './profit/report.js';
import { reconciliationReport } from '../reconciliation/report.js';
import { trailReport } from '../trail/report.js';
import { topOrdersReport } from './top-orders/report.js';
import type { Report } from './report.js';

/** Every report, in listing order. */
export const reports: readonly Report[] = [
  invoiceReport,
  ordersReport,
  profitReport,
  topOrdersReport,
  inventoryReport,
  addOnReport,
  materialReport,
  dashboardReport,
  reconciliationReport,
  trailReport,
];

/** The reports an actor may run; all of them for the command line, which can run a shop's reports on its behalf. */
export const runnable = (actor: Actor): readonly Report[] =>
  reports.filter(({ permission }) => actor.id === null || can(actor, permission));

/** The report with a name. Throws `not-found`. */
export function reportNamed(name: string): Report {
  const report = reports.find((one) => one.name === name);
  if (!report) throw notFound('Report');
  return report;
}
