import type { Screen } from '../../../lib/screens.js';

/** The screens for shops. */
export const screens: readonly Screen[] = [
  {
    path: '/company/shops',
    side: 'company',
    permission: 'shops.list',
    menu: { group: 'Settings', label: 'Shops', place: 20 },
    load: () => import('./shop-list-page.js').then((m) => m.ShopListPage),
  },
  {
    path: '/company/shop/form',
    side: 'company',
    permission: 'shops.list',
    load: () => import('./shop-form-page.js').then((m) => m.ShopFormPage),
  },
];
