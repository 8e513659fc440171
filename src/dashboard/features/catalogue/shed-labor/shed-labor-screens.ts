import type { Screen } from '../../../lib/screens.js';

/** The screens for shed labor: at standard values on the company's side, with the shop's own values on its side. */
export const screens: readonly Screen[] = [
  {
    path: '/company/sheds/labor/category/all',
    side: 'company',
    permission: 'catalogue.labor',
    menu: { entry: 'Shed Labor' },
    load: () => import('./labor-pick-pages.js').then((m) => m.LaborCategoriesPage),
  },
  {
    path: '/company/sheds/labor/models',
    side: 'company',
    permission: 'catalogue.labor',
    under: 'Shed Labor',
    load: () => import('./labor-pick-pages.js').then((m) => m.LaborModelsPage),
  },
  {
    path: '/company/sheds/labor/model/view',
    side: 'company',
    permission: 'catalogue.labor',
    under: 'Shed Labor',
    load: () => import('./labor-list-page.js').then((m) => m.LaborListPage),
  },
  {
    path: '/company/shed/labor/add',
    side: 'company',
    permission: 'catalogue.labor',
    under: 'Shed Labor',
    load: () => import('./labor-form-page.js').then((m) => m.AddLaborPage),
  },
  {
    path: '/company/shed/labor/edit',
    side: 'company',
    permission: 'catalogue.labor',
    under: 'Shed Labor',
    load: () => import('./labor-form-page.js').then((m) => m.EditLaborPage),
  },
  {
    path: '/shop/sheds/labor/models',
    side: 'shop',
    permission: 'prices.view',
    menu: { entry: 'Shed Labor' },
    load: () => import('./labor-pick-pages.js').then((m) => m.ShopLaborModelsPage),
  },
  {
    path: '/shop/sheds/labor/model/view',
    side: 'shop',
    permission: 'prices.view',
    under: 'Shed Labor',
    load: () => import('./labor-list-page.js').then((m) => m.ShopLaborListPage),
  },
  {
    path: '/shop/shed/labor/edit',
    side: 'shop',
    permission: 'prices.view',
    under: 'Shed Labor',
    load: () => import('./shop-labor-form-page.js').then((m) => m.ShopLaborFormPage),
  },
];
