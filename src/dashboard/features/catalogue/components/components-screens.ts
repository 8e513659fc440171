import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/component/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  load,
});
const shop = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/shop/component/${path}`,
  side: 'shop',
  permission: 'prices.view',
  menu,
  load,
});
const places = () => import('./place-pages.js');
const lists = () => import('./component-list-page.js');

/** The screens for component categories and components, on both sides. */
export const screens: readonly Screen[] = [
  office('categories', () => import('./category-list-page.js').then((m) => m.CategoryListPage), {
    group: 'Catalogue',
    label: 'Component Categories',
    place: 90,
  }),
  office('category/form', () => import('./category-form-page.js').then((m) => m.CategoryFormPage)),
  office('category/shops', () => places().then((m) => m.ComponentShopsPage)),
  office('category/shop/all', () => places().then((m) => m.CompanyPlacePage), {
    group: 'Catalogue',
    label: 'Components',
    place: 80,
  }),
  office('all', () => lists().then((m) => m.CompanyComponentsPage)),
  office('form', () => import('./component-form-page.js').then((m) => m.ComponentFormPage)),
  shop('category/all', () => places().then((m) => m.ShopPlacePage), {
    group: 'Catalogue',
    label: 'Components',
    place: 80,
  }),
  shop('all', () => lists().then((m) => m.ShopComponentsPage)),
  shop('form', () => import('./shop-component-page.js').then((m) => m.ShopComponentPage)),
];
