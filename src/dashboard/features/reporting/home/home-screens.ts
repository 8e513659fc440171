import type { Screen } from '../../../lib/screens.js';

/** The home screens of each side. */
export const screens: readonly Screen[] = [
  {
    path: '/company/home',
    side: 'company',
    permission: 'home.view',
    menu: { entry: 'Home' },
    load: () => import('./company-home.js').then((m) => m.CompanyHome),
  },
  {
    path: '/shop/home',
    side: 'shop',
    permission: 'home.view',
    menu: { entry: 'Home' },
    load: () => import('./shop-home.js').then((m) => m.ShopHome),
  },
];
