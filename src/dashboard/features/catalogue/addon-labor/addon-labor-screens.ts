import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/addonlabor/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  under: 'Add-on Labor',
  load,
});
const shop = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/shop/addonlabor/${path}`,
  side: 'shop',
  permission: 'prices.view',
  menu,
  under: 'Add-on Labor',
  load,
});
const categories = () => import('./category-pages.js');
const lists = () => import('./labor-list-page.js');

/** The screens for add-on labor and its parent categories and categories, on both sides. */
export const screens: readonly Screen[] = [
  office('parent-categories', () => categories().then((m) => m.LaborParentsPage), { entry: 'Add-on Labor' }),
  office('parent-categories/categories', () => categories().then((m) => m.ParentLaborCategoriesPage)),
  office('parent-categories/categories/all', () => lists().then((m) => m.ParentCategoryLaborPage)),
  office('categories', () => categories().then((m) => m.LaborCategoriesPage)),
  office('all', () => lists().then((m) => m.CompanyLaborPage)),
  office('form', () => import('./labor-form-page.js').then((m) => m.LaborFormPage)),
  shop('categories', () => categories().then((m) => m.ShopLaborCategoriesPage), { entry: 'Add-on Labor' }),
  shop('all', () => lists().then((m) => m.ShopLaborPage)),
  shop('form', () => import('./shop-labor-form.js').then((m) => m.ShopLaborFormPage)),
];
