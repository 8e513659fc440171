import type { Screen } from '../../../lib/screens.js';

/** The office's screens for sources of orders, and for one source with its runs. */
export const screens: readonly Screen[] = [
  {
    path: '/company/import/sources',
    side: 'company',
    permission: 'orders.import',
    menu: { entry: 'Imports', tab: 'Sources' },
    load: () => import('./source-list-page.js').then((m) => m.SourceListPage),
  },
  {
    path: '/company/import/sources/form',
    side: 'company',
    permission: 'orders.import',
    under: 'Imports',
    load: () => import('./source-form-page.js').then((m) => m.SourceFormPage),
  },
];
