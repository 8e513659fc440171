import { invoiceStatuses } from '../../../../domain/kernel/order/invoice-status.js';
import type { Screen } from '../../../lib/screens.js';

const sides = ['company', 'shop'] as const;

/** The screens for invoices of each status, on both sides, and for one invoice. */
export const screens: readonly Screen[] = [
  ...sides.flatMap((side) =>
    invoiceStatuses.map((status): Screen => ({
      path: `/${side}/invoices/${status.toLowerCase()}`,
      side,
      permission: 'invoices.read',
      menu: { entry: 'Invoices', tab: status },
      load: () => import('./invoice-list-page.js').then((m) => m.invoiceListPage(side, status)),
    })),
  ),
  {
    path: '/company/invoice/form',
    side: 'company',
    permission: 'invoices.read',
    under: 'Invoices',
    load: () => import('./invoice-page.js').then((m) => m.CompanyInvoicePage),
  },
  {
    path: '/shop/invoice/form',
    side: 'shop',
    permission: 'invoices.read',
    under: 'Invoices',
    load: () => import('./invoice-page.js').then((m) => m.ShopInvoicePage),
  },
];
