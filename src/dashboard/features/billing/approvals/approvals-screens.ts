import type { Screen } from '../../../lib/screens.js';

export const screens: readonly Screen[] = [
  {
    path: '/company/approvals',
    side: 'company',
    permission: 'approvals.read',
    menu: { entry: 'Approvals', tab: 'Invoices' },
    load: () => import('./approvals-page.js').then((m) => m.ApprovalsPage),
  },
  {
    path: '/company/approvals/requests',
    side: 'company',
    permission: 'approvals.read',
    menu: { entry: 'Approvals', tab: 'Requests' },
    load: () => import('./requests-page.js').then((m) => m.RequestsPage),
  },
];
