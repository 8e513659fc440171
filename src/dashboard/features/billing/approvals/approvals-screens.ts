import type { Screen } from '../../../lib/screens.js';

export const screens: readonly Screen[] = [
  {
    path: '/company/approvals',
    side: 'company',
    permission: 'approvals.read',
    menu: { entry: 'Approvals' },
    load: () => import('./approvals-page.js').then((m) => m.ApprovalsPage),
  },
];
