import type { Topic } from '../../../domain/kernel/topics.js';

/** Which reads a topic makes stale, by the beginning of their paths, whoever told of it; `*` stands for any. */
export const staleReads: Readonly<Record<Exclude<Topic, 'progress'> | '*', readonly string[]>> = {
  '*': ['/api/'],
  orders: [
    '/api/order',
    '/api/invoice',
    '/api/approvals',
    '/api/history',
    '/api/dashboard',
    '/api/home',
    '/api/import',
    '/api/stock',
  ],
  stock: ['/api/stock', '/api/item', '/api/history'],
  invoices: [
    '/api/invoice',
    '/api/approvals',
    '/api/order',
    '/api/payment/draft',
    '/api/history',
    '/api/dashboard',
    '/api/home',
  ],
  payments: [
    '/api/payment',
    '/api/invoice',
    '/api/repairinvoice',
    '/api/correction',
    '/api/history',
    '/api/dashboard',
    '/api/home',
  ],
  repairs: ['/api/repairinvoice', '/api/approvals', '/api/payment/draft', '/api/history', '/api/home'],
  vendors: ['/api/vendor', '/api/metalorder', '/api/materialorder', '/api/stock', '/api/history'],
  materialOrders: ['/api/materialorder', '/api/stock', '/api/item', '/api/history'],
  metalOrders: ['/api/metalorder', '/api/stock', '/api/item', '/api/history'],
  alerts: ['/api/alert'],
  invoiceAlerts: ['/api/alert'],
  comments: ['/api/comment'],
  announcements: ['/api/announcement'],
  logs: ['/api/log'],
  tickets: ['/api/support'],
  outbox: ['/api/outbox', '/api/support'],
  imports: ['/api/import'],
  jobs: ['/api/jobs'],
  savedview: ['/api/savedview'],
  schedule: ['/api/schedule', '/api/history'],
  users: ['/api/users', '/api/auth', '/api/history'],
  company: ['/api/company', '/api/auth', '/api/settings', '/api/calculator', '/api/history'],
  shops: ['/api/shop', '/api/settings', '/api/lookups', '/api/calculator', '/api/history'],
  catalogue: [
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
    '/api/prices',
    '/api/repairinvoice/draft',
    '/api/history',
    '/api/import',
  ],
};

export type StaleTopic = keyof typeof staleReads;

/** Whether this version of the dashboard knows a topic: a server of another version may tell more. */
export const isStaleTopic = (topic: string): topic is StaleTopic => Object.hasOwn(staleReads, topic);

/** What a form begins with, for one thing to make: read again when it opens again, and refused once the thing is made. */
const FIRST_VALUES = 'GET /api/invoice/draft/';

/** Whether topics make a read, `['GET /api/…', input]`, stale; what is about a record that is gone is not read again. */
export function isStale(read: unknown, topics: readonly StaleTopic[], gone: string | null): boolean {
  if (!Array.isArray(read)) return false;
  if (gone !== null && JSON.stringify(read).includes(JSON.stringify(gone))) return false;
  const call = String(read[0]);
  if (call.startsWith(FIRST_VALUES)) return false;
  return topics.some((topic) => staleReads[topic].some((path) => call.startsWith(`GET ${path}`)));
}
