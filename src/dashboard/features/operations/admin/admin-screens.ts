import type { Screen } from '../../../lib/screens.js';

const logs = () => import('./logs-page.js').then((m) => m.LogsPage);

/** The error log of both sides; the support tickets, the outbox and the jobs of the company. */
export const adminScreens: readonly Screen[] = [
  { path: '/company/admin/logs', side: 'company', permission: 'logs.view', load: logs },
  { path: '/shop/logs', side: 'shop', permission: 'logs.view', load: logs },
  {
    path: '/shop/admin',
    side: 'shop',
    permission: 'admin.view',
    load: () => import('./shop-admin-page.js').then((m) => m.ShopAdminPage),
  },
  {
    path: '/company/admin/tickets',
    side: 'company',
    permission: 'tickets.list',
    load: () => import('./tickets-page.js').then((m) => m.TicketsPage),
  },
  {
    path: '/company/admin/outbox',
    side: 'company',
    permission: 'outbox.view',
    load: () => import('./outbox-page.js').then((m) => m.OutboxPage),
  },
  {
    path: '/company/admin/jobs',
    side: 'company',
    permission: 'outbox.view',
    load: () => import('./jobs-page.js').then((m) => m.JobsPage),
  },
];
