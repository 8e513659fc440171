import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/items/${path}`,
  side: 'company',
  permission: 'catalogue.view',
  menu,
  under: 'Items',
  load,
});

/** The screens for items and their categories, on both sides. */
export const screens: readonly Screen[] = [
  office('shops', () => import('./item-shops-page.js').then((m) => m.ItemShopsPage), { entry: 'Items' }),
  office('shop/all', () => import('./item-shops-page.js').then((m) => m.ItemCategoriesPage)),
  office('all', () => import('./item-list-page.js').then((m) => m.CompanyItemsPage)),
  office('add', () => import('./item-form-page.js').then((m) => m.AddItemPage)),
  office('update', () => import('./item-form-page.js').then((m) => m.CompanyItemPage)),
  office('category/form', () => import('./category-form-page.js').then((m) => m.CategoryFormPage)),
  {
    path: '/shop/items/update',
    side: 'shop',
    permission: 'catalogue.view',
    under: 'Inventory',
    load: () => import('./item-form-page.js').then((m) => m.ShopItemPage),
  },
];
