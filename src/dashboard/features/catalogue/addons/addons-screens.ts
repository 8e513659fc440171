import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/addon/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  under: 'Add-ons',
  load,
});
const shop = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/shop/addon/${path}`,
  side: 'shop',
  permission: 'prices.view',
  menu,
  under: 'Add-ons',
  load,
});
const parents = () => import('./parent-list-page.js');
const categories = () => import('./category-list-page.js');
const addOns = () => import('./addon-list-page.js');

/** The screens for add-on parent categories, categories and add-ons, on both sides. */
export const screens: readonly Screen[] = [
  office('parent-categories', () => parents().then((m) => m.ParentListPage), { entry: 'Add-on Parents' }),
  office('parent-categories/shops', () => parents().then((m) => m.ParentShopPage)),
  office('parent-categories/shop/categories', () => categories().then((m) => m.ParentCategoriesPage)),
  office('parent-categories/shop/category/addons', () => addOns().then((m) => m.CompanyAddOnsPage)),
  office('all', () => addOns().then((m) => m.CompanyAddOnsPage)),
  office('category/shops', () => parents().then((m) => m.ParentShopPage)),
  office('category/shop/all', () => categories().then((m) => m.CompanyCategoriesPage), { entry: 'Add-ons' }),
  office('category/form', () => import('./category-form-page.js').then((m) => m.CategoryFormPage)),
  office('form', () => import('./addon-form-page.js').then((m) => m.AddOnFormPage)),
  shop('category/all', () => categories().then((m) => m.ShopCategoriesPage), { entry: 'Add-ons' }),
  shop('all', () => addOns().then((m) => m.ShopAddOnsPage)),
  shop('form', () => import('./shop-addon-page.js').then((m) => m.ShopAddOnPage)),
];
