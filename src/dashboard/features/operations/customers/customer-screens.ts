import type { Screen } from '../../../lib/screens.js';

/** The office's screen for stored customer data. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/customers',
    side: 'company',
    permission: 'customers.manage',
    menu: { entry: 'Customer Data' },
    load: () => import('./customers-page.js').then((m) => m.CustomersPage),
  },
];
