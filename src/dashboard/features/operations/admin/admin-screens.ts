import type { Screen } from '../../../lib/screens.js';

const logs = () => import('./logs-page.js').then((m) => m.LogsPage);

/** The screens for the error log of both sides, and for the company's support tickets, outbox and jobs. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/logs',
    side: 'company',
    permission: 'logs.view',
    menu: { entry: 'Logs' },
    load: logs,
  },
  { path: '/shop/logs', side: 'shop', permission: 'logs.view', menu: { entry: 'Logs' }, load: logs },
  {
    path: '/shop/admin',
    side: 'shop',
    permission: 'admin.view',
    menu: { entry: 'Shop Admin' },
    load: () => import('./shop-admin-page.js').then((m) => m.ShopAdminPage),
  },
  {
    path: '/company/admin/tickets',
    side: 'company',
    permission: 'tickets.list',
    menu: { entry: 'Support Tickets' },
    load: () => import('./tickets-page.js').then((m) => m.TicketsPage),
  },
  {
    path: '/company/admin/outbox',
    side: 'company',
    permission: 'outbox.view',
    menu: { entry: 'Outbox' },
    load: () => import('./outbox-page.js').then((m) => m.OutboxPage),
  },
  {
    path: '/company/admin/jobs',
    side: 'company',
    permission: 'outbox.view',
    menu: { entry: 'Jobs' },
    load: () => import('./jobs-page.js').then((m) => m.JobsPage),
  },
];
