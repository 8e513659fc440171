import type { Screen } from '../../../lib/screens.js';

const load = () => import('./security-page.js').then((m) => m.SecurityPage);

/** The screen of the user's sign-in methods, opened from the personal menu. */
export const screens: readonly Screen[] = [
  { path: '/company/security', side: 'company', permission: 'account.own', under: 'Home', load },
  { path: '/shop/security', side: 'shop', permission: 'account.own', under: 'Home', load },
];
