import { z } from 'zod';
import type { Route } from '../route.js';
import { correctionsReferences } from './areas/billing/corrections.js';
import { references as paymentsReferences } from './areas/billing/payments.js';
import { repairInvoicesReferences } from './areas/billing/repair-invoices.js';
import { commentsReferences } from './areas/messaging/messages.js';
import { announcementsReferences } from './areas/messaging/announcements.js';
import { ticketsReferences } from './areas/messaging/tickets.js';
import { logsReferences } from './areas/operations/logs.js';
import { approvalsReferences } from './areas/billing/approvals.js';
import { addonsReferences } from './areas/catalogue/addons.js';
import { componentsReferences } from './areas/catalogue/components.js';
import { vendorsReferences } from './areas/purchasing/vendors.js';
import { metalOrdersReferences } from './areas/purchasing/metal-orders.js';
import { materialOrdersReferences } from './areas/purchasing/material-orders.js';
import { inventoryReferences } from './areas/purchasing/inventory.js';
import { reportsReferences } from './areas/reporting/reports.js';
import { calculatorsReferences } from './areas/reporting/calculators.js';
import { savedViewsReferences } from './areas/reporting/saved-views.js';
import { schedulesReferences } from './areas/reporting/schedules.js';
import { dealersReferences } from './areas/company/dealers.js';
import { importsReferences } from './areas/imports/imports.js';
import { itemsReferences } from './areas/catalogue/items.js';
import { pricesReferences } from './areas/catalogue/prices.js';
import { shedsReferences } from './areas/catalogue/sheds.js';
import { haulBasesReferences } from './areas/catalogue/haul-bases.js';
import { addonLaborReferences } from './areas/catalogue/addon-labor.js';
import { baseStylesReferences } from './areas/catalogue/base-styles.js';
import { shopsReferences } from './areas/company/shops.js';
import { settingsReferences } from './areas/catalogue/settings.js';
import { usersReferences } from './areas/company/users.js';
import { shedLaborReferences } from './areas/catalogue/shed-labor.js';
import type { References } from './kinds.js';

/**
 * Every parameter in a path and every id in an input, by call: what kind of record it takes. From this the nets know
 * which records to try.
 */
export const references: References = {
  'GET /api/users/builders': { shop: 'shop' },
  'GET /api/history/:id': { id: 'order', shop: 'shop' },
  'GET /api/orders': { shop: 'shop' },
  'GET /api/orders/status/:status': { status: 'word', shop: 'shop' },
  'GET /api/orders/search/:serialNumber': { serialNumber: 'serialNumber' },
  'GET /api/orders/count': { shop: 'shop' },
  'GET /api/orders/chart/filter': { shop: 'shop' },
  'GET /api/orders/export': { shop: 'shop' },
  'GET /api/orders/byid/:id': { id: 'order' },
  'GET /api/orders/:id': { id: 'order' },
  'GET /api/orders/:id/explain': { id: 'order' },
  'GET /api/orders/:id/work-order': { id: 'order' },
  'POST /api/orders/rematch': { ids: 'order' },
  'POST /api/orders/alerts/accept': { ids: 'order' },
  'PUT /api/orders/update/:id': {
    id: 'order',
    builder: 'builder',
    shop: 'shop',
    model: 'catalogue',
    dealer: 'catalogue',
    addOns: 'catalogue',
    customAddOns: 'catalogue',
  },
  'DELETE /api/orders/delete/:id': { id: 'order' },
  'POST /api/invoice': { order: 'finishedOrder' },
  'GET /api/invoice/draft/:orderId': { orderId: 'finishedOrder' },
  'PUT /api/invoice/update/:id': { id: 'invoice' },
  'DELETE /api/invoice/delete/:id': { id: 'invoice' },
  'GET /api/invoice/findbyid/:id': { id: 'invoice' },
  'GET /api/invoice/search/:number': { number: 'invoiceNumber' },
  'GET /api/invoice/status/:status': { status: 'word', shop: 'shop' },
  'GET /api/invoice/chart/filter': { shop: 'shop' },
  'GET /api/invoice/export': { shop: 'shop' },
  'GET /api/invoice/paid/export': { shop: 'shop' },
  'PUT /api/alert/update/read/:id': { id: 'alert' },
  'POST /api/alert/': { invoice: 'invoice' },
  'GET /api/jobs/:id': { id: 'job' },
  ...importsReferences,
  ...correctionsReferences,
  ...paymentsReferences,
  ...repairInvoicesReferences,
  ...commentsReferences,
  ...announcementsReferences,
  ...ticketsReferences,
  ...logsReferences,
  ...approvalsReferences,

  ...addonsReferences,
  ...componentsReferences,
  ...dealersReferences,
  ...schedulesReferences,
  ...savedViewsReferences,
  ...calculatorsReferences,
  ...reportsReferences,
  ...inventoryReferences,
  ...materialOrdersReferences,
  ...metalOrdersReferences,
  ...vendorsReferences,
  ...itemsReferences,
  ...pricesReferences,
  ...shedsReferences,
  ...haulBasesReferences,
  ...addonLaborReferences,
  ...baseStylesReferences,
  ...shopsReferences,
  ...settingsReferences,
  ...usersReferences,
  ...shedLaborReferences,
};

/** Calls that answer an empty list, not 404, for an id they do not know. */
export const answersLists: ReadonlySet<string> = new Set([
  'GET /api/history/:id',
  'GET /api/repairinvoice/search/:number',
]);

/** Words for the `word` parameters of calls that take another one than the default, by field where there are several. */
const words: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'GET /api/invoice/status/:status': 'New',
  'GET /api/shed/:category/:shop/:model': 'all',
  'GET /api/item/:categoryId/:shopId': 'all',
  'POST /api/imports/:kind': 'items',
  'GET /api/exports/:kind': 'items',
  'GET /api/haulbase/model/:modelId/:param': 'all',
  'GET /api/component/:category/:shedCategory/:shop': 'all',
  'GET /api/repairinvoice/draft/:type': 'Repair',
  'GET /api/addon/report/:ids/:x': 'all',
  'POST /api/reports/:name/file': 'orders',
  'GET /api/repairinvoice/status/:status/:type': { status: 'New', type: 'Repair' },
};

/** The word that a `word` parameter of a call is tried with. */
export function wordOf(key: string, field: string): string {
  const word = words[key] ?? 'InQueue';
  return typeof word === 'string' ? word : (word[field] ?? 'InQueue');
}

export const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** The fields of a call's input that must be in the table: parameters of its path, and whatever takes an id. */
export function referringFields({ key, service }: Route): string[] {
  const schema = z.toJSONSchema(service.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  const ids = Object.entries(schema.properties ?? {}).filter(([, field]) =>
    JSON.stringify(field).includes('"format":"uuid"'),
  );
  return [...new Set([...paramsOf(key), ...ids.map(([name]) => name)])];
}

/** Why a call cannot be tried, in a sentence for whoever added it; null when its fields are all declared. */
export function undeclared(entry: Route): string | null {
  const missing = referringFields(entry).filter((field) => !references[entry.key]?.[field]);
  if (missing.length === 0) return null;
  return `${entry.key} takes ${missing.map((field) => `"${field}"`).join(' and ')}: say in src/api/testing/areas which kind of record that is, so that it is tried with records of another shop; a new kind goes into kinds.ts and is made for two shops in stage.ts.`;
}
