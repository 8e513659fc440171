import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/component/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  under: 'Components',
  load,
});
const shop = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/shop/component/${path}`,
  side: 'shop',
  permission: 'prices.view',
  menu,
  under: 'Components',
  load,
});
const places = () => import('./place-pages.js');
const lists = () => import('./component-list-page.js');

/** The screens for component categories and components, on both sides. */
export const screens: readonly Screen[] = [
  office('categories', () => import('./category-list-page.js').then((m) => m.CategoryListPage), {
    entry: 'Component Categories',
  }),
  office('category/form', () => import('./category-form-page.js').then((m) => m.CategoryFormPage)),
  office('category/shops', () => places().then((m) => m.ComponentShopsPage)),
  office('category/shop/all', () => places().then((m) => m.CompanyPlacePage), { entry: 'Components' }),
  office('all', () => lists().then((m) => m.CompanyComponentsPage)),
  office('form', () => import('./component-form-page.js').then((m) => m.ComponentFormPage)),
  shop('category/all', () => places().then((m) => m.ShopPlacePage), { entry: 'Components' }),
  shop('all', () => lists().then((m) => m.ShopComponentsPage)),
  shop('form', () => import('./shop-component-page.js').then((m) => m.ShopComponentPage)),
];
