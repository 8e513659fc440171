import type { Screen } from '../../../lib/screens.js';

/** The office's screens for runs of commands, and for the commands that are expected to run. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/runs',
    side: 'company',
    permission: 'runs.manage',
    menu: { entry: 'Command Runs', tab: 'Runs' },
    load: () => import('./runs-page.js').then((m) => m.RunsPage),
  },
  {
    path: '/company/admin/runs/expected',
    side: 'company',
    permission: 'runs.manage',
    menu: { entry: 'Command Runs', tab: 'Expected' },
    load: () => import('./expected-page.js').then((m) => m.ExpectedPage),
  },
  {
    path: '/company/admin/runs/expected/form',
    side: 'company',
    permission: 'runs.manage',
    under: 'Command Runs',
    load: () => import('./expected-form-page.js').then((m) => m.ExpectedFormPage),
  },
];
