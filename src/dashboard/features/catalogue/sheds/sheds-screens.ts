import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/shed/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  under: 'Sheds',
  load,
});
const shop = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/shop/shed/${path}`,
  side: 'shop',
  permission: 'prices.view',
  menu,
  under: 'Sheds',
  load,
});

/** The screens for shed categories, models, sheds and their price tables, on both sides. */
export const screens: readonly Screen[] = [
  office('category/all', () => import('./category-list-page.js').then((m) => m.CategoryListPage), { entry: 'Sheds' }),
  office('category/form', () => import('./category-form-page.js').then((m) => m.CategoryFormPage)),
  office('category/shops/all', () => import('./model-list-page.js').then((m) => m.CategoryModelsPage)),
  office('model/all', () => import('./model-list-page.js').then((m) => m.CompanyModelsPage), { entry: 'Price Tables' }),
  office('model/form', () => import('./model-form-page.js').then((m) => m.ModelFormPage)),
  office('all', () => import('./shed-list-page.js').then((m) => m.CompanyShedsPage)),
  office('form', () => import('./shed-form-page.js').then((m) => m.ShedFormPage)),
  shop('model/all', () => import('./model-list-page.js').then((m) => m.ShopModelsPage), { entry: 'Sheds' }),
  shop('all', () => import('./shed-list-page.js').then((m) => m.ShopShedsPage)),
  shop('form', () => import('./shop-shed-page.js').then((m) => m.ShopShedPage)),
];
