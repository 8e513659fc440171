import type { Screen } from '../../../lib/screens.js';

export const approvalScreens: readonly Screen[] = [
  {
    path: '/company/approvals',
    side: 'company',
    permission: 'approvals.read',
    load: () => import('./approvals-page.js').then((m) => m.ApprovalsPage),
  },
];
