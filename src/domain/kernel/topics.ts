import type { Permission } from './rights/permissions.js';

/**
 * What an event may be about, and what one must be allowed to hear of it: to read it. Which reads it makes stale stands
 * in `src/dashboard/lib/server/stale-reads.ts`.
 */
export const topics = {
  orders: 'orders.read',
  stock: 'inventory.read',
  invoices: 'invoices.read',
  payments: 'payments.read',
  repairs: 'repairs.read',
  vendors: 'purchasing.read',
  materialOrders: 'purchasing.read',
  metalOrders: 'purchasing.read',
  alerts: 'alerts.read',
  invoiceAlerts: 'invoices.read',
  comments: 'comments.read',
  announcements: 'announcements.read',
  logs: 'logs.view',
  tickets: 'tickets.list',
  outbox: 'outbox.view',
  savedview: 'views.use',
  schedule: 'views.use',
  imports: 'imports.read',
  jobs: 'session.use',
  users: 'session.use',
  company: 'session.use',
  shops: 'session.use',
  catalogue: 'session.use',
  progress: 'session.use',
} as const satisfies Record<string, Permission>;

export type Topic = keyof typeof topics;
