import type { Permission } from './rights/permissions.js';

interface Rule {
  /** The permission to receive it, which is the permission to read it. */
  readonly hear: Permission;
  /** The reads that it makes stale in every dashboard, by the beginning of their paths. */
  readonly stale: readonly string[];
}

/** The topics of events. */
export const topics = {
  orders: {
    hear: 'orders.read',
    stale: [
      '/api/order',
      '/api/invoice',
      '/api/approvals',
      '/api/proposals',
      '/api/history',
      '/api/figures',
      '/api/home',
      '/api/import',
      '/api/stock',
      '/api/firstrun',
    ],
  },
  stock: { hear: 'inventory.read', stale: ['/api/stock', '/api/item', '/api/history', '/api/home'] },
  invoices: {
    hear: 'invoices.read',
    stale: [
      '/api/invoice',
      '/api/approvals',
      '/api/approvalrequest',
      '/api/proposals',
      '/api/order',
      '/api/payment/draft',
      '/api/history',
      '/api/figures',
      '/api/home',
    ],
  },
  payments: {
    hear: 'payments.read',
    stale: [
      '/api/payment',
      '/api/invoice',
      '/api/repairinvoice',
      '/api/correction',
      '/api/history',
      '/api/figures',
      '/api/home',
    ],
  },
  repairs: {
    hear: 'repairs.read',
    stale: ['/api/repairinvoice', '/api/approvals', '/api/payment/draft', '/api/history', '/api/home'],
  },
  vendors: {
    hear: 'purchasing.read',
    stale: ['/api/vendor', '/api/metalorder', '/api/materialorder', '/api/stock', '/api/history'],
  },
  materialOrders: {
    hear: 'purchasing.read',
    stale: ['/api/materialorder', '/api/stock', '/api/item', '/api/history', '/api/home'],
  },
  metalOrders: { hear: 'purchasing.read', stale: ['/api/metalorder', '/api/stock', '/api/item', '/api/history'] },
  alerts: { hear: 'alerts.read', stale: ['/api/alert', '/api/notices'] },
  invoiceAlerts: { hear: 'invoices.read', stale: ['/api/alert', '/api/notices'] },
  comments: { hear: 'comments.read', stale: ['/api/comment', '/api/home'] },
  announcements: { hear: 'announcements.read', stale: ['/api/announcement'] },
  logs: { hear: 'logs.view', stale: ['/api/log'] },
  tickets: { hear: 'tickets.list', stale: ['/api/support'] },
  outbox: { hear: 'outbox.view', stale: ['/api/outbox', '/api/support'] },
  savedview: { hear: 'views.use', stale: ['/api/savedview'] },
  schedule: { hear: 'views.use', stale: ['/api/schedule', '/api/history'] },
  sources: { hear: 'orders.import', stale: ['/api/source', '/api/history'] },
  accessLog: { hear: 'access-log.view', stale: ['/api/accesslog'] },
  singleSignOn: { hear: 'users.manage', stale: ['/api/sso', '/api/history'] },
  keys: { hear: 'keys.manage', stale: ['/api/keys', '/api/history'] },
  runs: { hear: 'runs.manage', stale: ['/api/commandrun', '/api/expectedcommand', '/api/home', '/api/history'] },
  webhooks: { hear: 'webhook.manage', stale: ['/api/webhooks', '/api/history'] },
  imports: { hear: 'imports.read', stale: ['/api/import'] },
  jobs: { hear: 'session.use', stale: ['/api/jobs'] },
  users: { hear: 'session.use', stale: ['/api/users', '/api/factors', '/api/auth', '/api/history', '/api/firstrun'] },
  company: {
    hear: 'session.use',
    stale: ['/api/company', '/api/auth', '/api/settings', '/api/calculator', '/api/history', '/api/firstrun'],
  },
  shops: {
    hear: 'session.use',
    stale: ['/api/shop', '/api/settings', '/api/lookups', '/api/calculator', '/api/history', '/api/firstrun'],
  },
  catalogue: {
    hear: 'session.use',
    stale: [
      '/api/item',
      '/api/stock',
      '/api/component',
      '/api/addon',
      '/api/shed',
      '/api/calculator',
      '/api/haulbase',
      '/api/basestyle',
      '/api/dealer',
      '/api/shop',
      '/api/settings',
      '/api/company',
      '/api/lookups',
      '/api/repairinvoice/draft',
      '/api/history',
      '/api/import',
      '/api/firstrun',
    ],
  },
  // only servers use it, because the screen that saved a preference already shows it
  preferences: { hear: 'session.use', stale: [] },
  progress: { hear: 'session.use', stale: [] },
} as const satisfies Record<string, Rule>;

export type Topic = keyof typeof topics;
