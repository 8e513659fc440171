import type { Screen } from '../../../lib/screens.js';

/**
 * The company's reports on invoices, material and add-ons, the reconciliation with its sources, and the audit trail.
 */
export const screens: readonly Screen[] = [
  {
    path: '/company/reports/invoices',
    side: 'company',
    permission: 'reports.company',
    menu: { entry: 'Invoice Report' },
    load: () => import('./invoice-report-page.js').then((m) => m.InvoiceReportPage),
  },
  {
    path: '/company/reports/orders/inventory',
    side: 'company',
    permission: 'reports.company',
    menu: { entry: 'Inventory Report' },
    load: () => import('./inventory-report-page.js').then((m) => m.InventoryReportPage),
  },
  {
    path: '/company/reports/addons',
    side: 'company',
    permission: 'reports.company',
    menu: { entry: 'Add-on Report' },
    load: () => import('./addon-report-page.js').then((m) => m.AddOnReportPage),
  },
  {
    path: '/company/reports/reconciliation',
    side: 'company',
    permission: 'orders.import',
    menu: { entry: 'Reconciliation' },
    load: () => import('./reconciliation/reconciliation-page.js').then((m) => m.ReconciliationPage),
  },
  {
    path: '/company/admin/trail',
    side: 'company',
    permission: 'trail.view',
    menu: { entry: 'Audit Trail' },
    load: () => import('./trail/trail-page.js').then((m) => m.TrailPage),
  },
  {
    path: '/shop/reports/orders',
    side: 'shop',
    permission: 'reports.shop',
    menu: { entry: 'Order Profit' },
    load: () => import('./profit/profit-report-page.js').then((m) => m.ProfitReportPage),
  },
];
