import type { Screen } from '../../../lib/screens.js';

/** The screens for the settings of the company and of a shop. */
export const screens: readonly Screen[] = [
  {
    path: '/company/settings',
    side: 'company',
    permission: 'company.read',
    menu: { entry: 'Settings' },
    load: () => import('./company-settings-page.js').then((m) => m.CompanySettingsPage),
  },
  {
    path: '/shop/settings',
    side: 'shop',
    permission: 'shops.settings',
    menu: { entry: 'Settings' },
    load: () => import('./shop-settings-page.js').then((m) => m.ShopSettingsPage),
  },
];
