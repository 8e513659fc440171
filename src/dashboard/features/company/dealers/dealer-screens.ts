import type { Screen } from '../../../lib/screens.js';

/** The screens for dealers. */
export const screens: readonly Screen[] = [
  {
    path: '/company/dealers',
    side: 'company',
    permission: 'catalogue.labor',
    menu: { entry: 'Dealers' },
    load: () => import('./dealer-list-page.js').then((m) => m.DealerListPage),
  },
  {
    path: '/company/dealer/form',
    side: 'company',
    permission: 'catalogue.labor',
    under: 'Dealers',
    load: () => import('./dealer-form-page.js').then((m) => m.DealerFormPage),
  },
];
