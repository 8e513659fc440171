import type { Screen } from '../../../lib/screens.js';

/** The screens for a shop's stock: counts, and demand of its orders. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/items/category/all',
    side: 'shop',
    permission: 'catalogue.names',
    menu: { entry: 'Inventory' },
    load: () => import('./inventory-page.js').then((m) => m.InventoryPage),
  },
  {
    path: '/shop/items/all',
    side: 'shop',
    permission: 'catalogue.names',
    under: 'Inventory',
    load: () => import('./inventory-page.js').then((m) => m.ShopItemsPage),
  },
  {
    path: '/shop/purchase/demand',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { entry: 'Demand' },
    load: () => import('./demand-page.js').then((m) => m.DemandPage),
  },
  {
    path: '/shop/items/count',
    side: 'shop',
    permission: 'catalogue.view',
    under: 'Inventory',
    load: () => import('./count-page.js').then((m) => m.CountPage),
  },
];
