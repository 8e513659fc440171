import type { Screen } from '../../../lib/screens.js';

/** The stock of a shop: counted, and against what its orders need. */
export const inventoryScreens: readonly Screen[] = [
  {
    path: '/shop/purchase/demand',
    side: 'shop',
    permission: 'purchasing.read',
    load: () => import('./demand-page.js').then((m) => m.DemandPage),
  },
  {
    path: '/shop/items/count',
    side: 'shop',
    permission: 'catalogue.view',
    load: () => import('./count-page.js').then((m) => m.CountPage),
  },
];
