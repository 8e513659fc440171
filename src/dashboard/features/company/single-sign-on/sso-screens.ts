import type { Screen } from '../../../lib/screens.js';

/** The screen of the provider that the company signs in with. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/single-sign-on',
    side: 'company',
    permission: 'users.manage',
    menu: { entry: 'Single Sign-on' },
    load: () => import('./sso-page.js').then((m) => m.SsoPage),
  },
];
