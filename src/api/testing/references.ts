import type { Route } from '../route.js';
import { collect } from './areas.js';
import type { References } from './kinds.js';
import { toFields } from './record-area.js';

/**
 * The kind of record for every path parameter and every ID in an input, by call. The nets use it to choose the
 * records to try.
 */
export const references: References = {
  'GET /api/users/builders': { shop: 'shop' },
  'GET /api/history/:id': { id: 'order', shop: 'shop' },
  'GET /api/orders': { shop: 'shop', model: 'catalogue' },
  'GET /api/orders/status/:status': { status: 'word', shop: 'shop', model: 'catalogue' },
  'GET /api/orders/search/:serialNumber': { serialNumber: 'serialNumber' },
  'GET /api/orders/count': { shop: 'shop' },
  'GET /api/orders/chart/filter': { shop: 'shop' },
  'GET /api/orders/export': { shop: 'shop', model: 'catalogue' },
  'GET /api/orders/byid/:id': { id: 'order' },
  'GET /api/orders/:id': { id: 'order' },
  'GET /api/orders/:id/explain': { id: 'order' },
  'GET /api/orders/:id/work-order': { id: 'order' },
  'POST /api/orders/work-orders': { ids: 'order' },
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
  'PUT /api/orders/updateseveral': { orders: 'order', builder: 'builder' },
  'DELETE /api/orders/delete/:id': { id: 'order' },
  'POST /api/invoice': { order: 'finishedOrder' },
  'GET /api/invoice/draft/:orderId': { orderId: 'finishedOrder' },
  'PUT /api/invoice/update/:id': { id: 'invoice' },
  'DELETE /api/invoice/delete/:id': { id: 'invoice' },
  'GET /api/invoice/findbyid/:id': { id: 'invoice' },
  'GET /api/invoice/search/:number': { number: 'invoiceNumber' },
  'GET /api/invoice': { shop: 'shop' },
  'GET /api/invoice/status/:status': { status: 'word', shop: 'shop' },
  'GET /api/invoice/count': { shop: 'shop' },
  'GET /api/invoice/chart/filter': { shop: 'shop' },
  'GET /api/invoice/export': { shop: 'shop' },
  'GET /api/invoice/paid/export': { shop: 'shop' },
  'PUT /api/alert/update/read/:id': { id: 'alert' },
  'POST /api/alert/': { invoice: 'invoice' },
  'GET /api/jobs/:id': { id: 'job' },
  ...collect('references'),
};

/** Calls that return an empty list, not 404, for an unknown ID. */
export const answersLists: ReadonlySet<string> = new Set([
  'GET /api/history/:id',
  'GET /api/repairinvoice/search/:number',
]);

/** Values for `word` parameters that need something other than the default, by field if there are several. */
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

/** The value to try for a `word` parameter of a call. */
export function formatWord(key: string, field: string): string {
  const word = words[key] ?? 'InQueue';
  return typeof word === 'string' ? word : (word[field] ?? 'InQueue');
}

export const getParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** The input fields that must be in the table: path parameters and every field that takes an ID. */
export function listReferringFields({ key, service }: Route): string[] {
  const ids = Object.entries(toFields(service.input)).filter(([, field]) =>
    JSON.stringify(field).includes('"format":"uuid"'),
  );
  return [...new Set([...getParams(key), ...ids.map(([name]) => name)])];
}

/** Why a call cannot be tried, as a sentence for its author; null if all its fields are declared. */
export function describeUndeclared(entry: Route): string | null {
  const missing = listReferringFields(entry).filter((field) => !references[entry.key]?.[field]);
  if (missing.length === 0) return null;
  return `${entry.key} takes ${missing.map((field) => `"${field}"`).join(' and ')}: say in src/api/testing/areas which kind of record that is, so that it is tried with records of another shop; a new kind is made for two shops in "records" there.`;
}
