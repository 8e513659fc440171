import type { Screen } from '../../../lib/screens.js';

/** A side's screens for schedules, and for one schedule with its delivery log. */
export const screens: readonly Screen[] = (['company', 'shop'] as const).flatMap((side): Screen[] => [
  {
    path: `/${side}/reports/schedules`,
    side,
    permission: 'views.use',
    menu: { entry: 'Schedules' },
    load: () => import('./schedule-list-page.js').then((m) => m.ScheduleListPage),
  },
  {
    path: `/${side}/reports/schedules/form`,
    side,
    permission: 'views.use',
    under: 'Schedules',
    load: () => import('./schedule-form-page.js').then((m) => m.ScheduleFormPage),
  },
]);
