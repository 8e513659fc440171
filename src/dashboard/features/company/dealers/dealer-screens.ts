import type { Screen } from '../../../lib/screens.js';

/** The screens for dealers. */
export const screens: readonly Screen[] = [
  {
    path: '/company/dealers',
    side: 'company',
    permission: 'catalogue.labor',
    menu: { group: 'Catalogue', label: 'Dealers', place: 110 },
    load: () => import('./dealer-list-page.js').then((m) => m.DealerListPage),
  },
  {
    path: '/company/dealer/form',
    side: 'company',
    permission: 'catalogue.labor',
    load: () => import('./dealer-form-page.js').then((m) => m.DealerFormPage),
  },
];
