import type { Screen } from '../../../lib/screens.js';

/** The company's reports on invoices, material and add-ons. */
export const screens: readonly Screen[] = [
  {
    path: '/company/reports/invoices',
    side: 'company',
    permission: 'reports.company',
    menu: { group: 'Reports', label: 'Invoices', place: 10 },
    load: () => import('./invoice-report-page.js').then((m) => m.InvoiceReportPage),
  },
  {
    path: '/company/reports/orders/inventory',
    side: 'company',
    permission: 'reports.company',
    menu: { group: 'Reports', label: 'Inventory', place: 30 },
    load: () => import('./inventory-report-page.js').then((m) => m.InventoryReportPage),
  },
  {
    path: '/company/reports/addons',
    side: 'company',
    permission: 'reports.company',
    menu: { group: 'Reports', label: 'Add-ons', place: 40 },
    load: () => import('./addon-report-page.js').then((m) => m.AddOnReportPage),
  },
  {
    path: '/shop/reports/orders',
    side: 'shop',
    permission: 'reports.shop',
    menu: { group: 'Reports', label: 'Order Profit', place: 10 },
    load: () => import('./profit/profit-report-page.js').then((m) => m.ProfitReportPage),
  },
];
