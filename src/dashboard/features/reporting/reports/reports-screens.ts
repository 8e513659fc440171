import type { Screen } from '../../../lib/screens.js';

/** The company's reports of invoices, material and add-ons. */
export const reportScreens: readonly Screen[] = [
  {
    path: '/company/reports/invoices',
    side: 'company',
    permission: 'reports.company',
    load: () => import('./invoice-report-page.js').then((m) => m.InvoiceReportPage),
  },
  {
    path: '/company/reports/orders/inventory',
    side: 'company',
    permission: 'reports.company',
    load: () => import('./inventory-report-page.js').then((m) => m.InventoryReportPage),
  },
  {
    path: '/company/reports/addons',
    side: 'company',
    permission: 'reports.company',
    load: () => import('./addon-report-page.js').then((m) => m.AddOnReportPage),
  },
  {
    path: '/shop/reports/orders',
    side: 'shop',
    permission: 'reports.shop',
    load: () => import('./profit/profit-report-page.js').then((m) => m.ProfitReportPage),
  },
];
