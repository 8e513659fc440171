import type { Screen } from '../../screens.js';

/** What was imported, and one import. */
export const importScreens: readonly Screen[] = [
  {
    path: '/company/imports',
    side: 'company',
    permission: 'imports.read',
    load: () => import('./import-list-page.js').then((m) => m.ImportListPage),
  },
  {
    path: '/company/import/view',
    side: 'company',
    permission: 'imports.read',
    load: () => import('./import-page.js').then((m) => m.ImportPage),
  },
];
