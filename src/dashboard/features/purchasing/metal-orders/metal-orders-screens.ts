import type { Screen } from '../../../lib/screens.js';

/** The screens for a shop's metal orders. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/purchase/metal',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { group: 'Purchasing', label: 'Metal Orders', place: 10 },
    load: () => import('./metal-list-page.js').then((m) => m.MetalListPage),
  },
  {
    path: '/shop/purchase/metal/form',
    side: 'shop',
    permission: 'purchasing.read',
    load: () => import('./metal-form-page.js').then((m) => m.MetalFormPage),
  },
];
