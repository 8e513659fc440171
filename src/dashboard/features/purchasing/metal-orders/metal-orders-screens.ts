import type { Screen } from '../../../lib/screens.js';

/** The screens for a shop's metal orders. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/purchase/metal',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { entry: 'Metal Orders' },
    load: () => import('./metal-list-page.js').then((m) => m.MetalListPage),
  },
  {
    path: '/shop/purchase/metal/form',
    side: 'shop',
    permission: 'purchasing.read',
    under: 'Metal Orders',
    load: () => import('./metal-form-page.js').then((m) => m.MetalFormPage),
  },
];
