import type { Screen } from '../../../lib/screens.js';

const office = (path: string, load: Screen['load'], menu?: Screen['menu']): Screen => ({
  path: `/company/haulbase/${path}`,
  side: 'company',
  permission: 'catalogue.labor',
  menu,
  under: 'Haul Bases',
  load,
});
const picks = () => import('./haul-pick-pages.js');

/** The screens for haul bases, by category and model. */
export const screens: readonly Screen[] = [
  office('category/all', () => picks().then((m) => m.HaulCategoriesPage), { entry: 'Haul Bases' }),
  office('models', () => picks().then((m) => m.HaulModelsPage)),
  office('model/view', () => import('./haul-list-page.js').then((m) => m.HaulListPage)),
  office('form', () => import('./haul-form-page.js').then((m) => m.HaulFormPage)),
];
