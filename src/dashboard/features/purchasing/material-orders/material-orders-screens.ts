import type { Screen } from '../../../lib/screens.js';

/** The screens for a shop's material orders. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/purchase/material',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { group: 'Purchasing', label: 'Material Orders', place: 20 },
    load: () => import('./material-list-page.js').then((m) => m.MaterialListPage),
  },
  {
    path: '/shop/purchase/material/form',
    side: 'shop',
    permission: 'purchasing.read',
    load: () => import('./material-form-page.js').then((m) => m.MaterialFormPage),
  },
];
