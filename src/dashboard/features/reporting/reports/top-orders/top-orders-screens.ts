import type { Screen } from '../../../../lib/screens.js';

/** The screens for the top 100 of both sides. */
export const screens: readonly Screen[] = [
  {
    path: '/company/reports/orders/top100',
    side: 'company',
    permission: 'reports.company',
    menu: { entry: 'Top 100' },
    load: () => import('./company-top-page.js').then((m) => m.CompanyTopPage),
  },
  {
    path: '/shop/reports/orders/top100',
    side: 'shop',
    permission: 'reports.shop',
    menu: { entry: 'Top 100' },
    load: () => import('./shop-top-page.js').then((m) => m.ShopTopPage),
  },
];
