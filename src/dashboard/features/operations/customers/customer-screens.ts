import type { Screen } from '../../../lib/screens.js';

/** The office's screen for what is stored about customers. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/customers',
    side: 'company',
    permission: 'customers.manage',
    menu: { entry: 'Customer Data' },
    load: () => import('./customers-page.js').then((m) => m.CustomersPage),
  },
];
