import type { Screen } from '../../../lib/screens.js';

/** The screens for the settings of the company and of a shop. */
export const screens: readonly Screen[] = [
  {
    path: '/company/settings',
    side: 'company',
    permission: 'company.read',
    menu: { group: 'Settings', label: 'Company', place: 10 },
    load: () => import('./company-settings-page.js').then((m) => m.CompanySettingsPage),
  },
  {
    path: '/shop/settings',
    side: 'shop',
    permission: 'shops.settings',
    menu: { group: 'Settings' },
    load: () => import('./shop-settings-page.js').then((m) => m.ShopSettingsPage),
  },
];
