import type { Screen } from '../../../lib/screens.js';

/** The screens for shops. */
export const screens: readonly Screen[] = [
  {
    path: '/company/shops',
    side: 'company',
    permission: 'shops.list',
    menu: { entry: 'Shops' },
    load: () => import('./shop-list-page.js').then((m) => m.ShopListPage),
  },
  {
    path: '/company/shop/form',
    side: 'company',
    permission: 'shops.list',
    under: 'Shops',
    load: () => import('./shop-form-page.js').then((m) => m.ShopFormPage),
  },
];
