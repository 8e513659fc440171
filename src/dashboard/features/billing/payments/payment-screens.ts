import type { Screen } from '../../../lib/screens.js';

/** The screens for payments, on both sides, and for one payment. */
export const screens: readonly Screen[] = [
  {
    path: '/company/payments',
    side: 'company',
    permission: 'payments.read',
    menu: { entry: 'Payments' },
    load: () => import('./payment-list-page.js').then((m) => m.CompanyPaymentsPage),
  },
  {
    path: '/shop/payments',
    side: 'shop',
    permission: 'payments.read',
    menu: { entry: 'Payments' },
    load: () => import('./payment-list-page.js').then((m) => m.ShopPaymentsPage),
  },
  {
    path: '/company/payment/view',
    side: 'company',
    permission: 'payments.read',
    under: 'Payments',
    load: () => import('./payment-page.js').then((m) => m.CompanyPaymentPage),
  },
  {
    path: '/shop/payment/view',
    side: 'shop',
    permission: 'payments.read',
    under: 'Payments',
    load: () => import('./payment-page.js').then((m) => m.ShopPaymentPage),
  },
];
