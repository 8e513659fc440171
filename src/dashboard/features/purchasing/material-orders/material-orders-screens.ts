import type { Screen } from '../../../lib/screens.js';

/** The screens for a shop's material orders. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/purchase/material',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { entry: 'Material Orders' },
    load: () => import('./material-list-page.js').then((m) => m.MaterialListPage),
  },
  {
    path: '/shop/purchase/material/form',
    side: 'shop',
    permission: 'purchasing.read',
    under: 'Material Orders',
    load: () => import('./material-form-page.js').then((m) => m.MaterialFormPage),
  },
];
