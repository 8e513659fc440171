import type { Screen } from '../../../lib/screens.js';

/** The screen of the access log. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/access',
    side: 'company',
    permission: 'access-log.view',
    menu: { entry: 'Access Log' },
    load: () => import('./access-log-page.js').then((m) => m.AccessLogPage),
  },
];
