import type { Screen } from '../../../lib/screens.js';

/** A side's screens for the notices of the signed-in user and for the choice of notices. */
export const screens: readonly Screen[] = (['company', 'shop'] as const).flatMap((side): Screen[] => [
  {
    path: `/${side}/notices`,
    side,
    permission: 'alerts.read',
    under: 'Home',
    load: () => import('./pages.js').then((m) => m.NoticesPage),
  },
  {
    path: `/${side}/notifications`,
    side,
    permission: 'alerts.read',
    under: 'Home',
    load: () => import('./pages.js').then((m) => m.NotificationsPage),
  },
]);
