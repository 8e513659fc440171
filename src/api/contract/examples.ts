import { readFileSync } from 'node:fs';
import { packageFolder } from '../../package.js';
import type { RouteKey } from '../route.js';
import { parseOwnJson } from '../../domain/kernel/objects.js';

/** A request of the guide. `{order}` stands for a part of an earlier response; see `keeps`. */
export interface Example {
  readonly title: string;
  readonly call: RouteKey;
  /** Whose key or token sends it; null for a request without one. */
  readonly as: 'office' | 'shop' | null;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Names for parts of the response that later requests use: a path into its JSON, or `etag`. */
  readonly keeps?: Readonly<Record<string, string>>;
  /** The fields of the response to show; all by default. */
  readonly shows?: readonly string[];
}

const order = {
  id: '1300000',
  timestamp: '2026-11-16T14:20:00Z',
  serialNumber: 'RLB-1224-111626-50000',
  status: 'in_production',
  orderType: 'New Build',
  shopName: 'Ridge Line Barns',
  buildingModelName: 'Painted Cabin',
  buildingWidth: 12,
  buildingLength: 24,
  buildingCondition: 'new',
  buildingSidingType: 'Painted',
  buildingRoofType: 'Metal',
  customerName: 'Hannah Weaver',
  dateOrdered: '2026-11-16T08:15:00-06:00',
  buildingAddons: [{ name: 'Shelf 8ft', price: '48.00', priceIncluded: false, quantity: 2 }],
  buildingCustomAddons: [],
  subTotalDollarAmount: '7580.00',
  subTotalAdjustmentDollarAmount: '0.00',
  totalAmountDollarAmount: '8072.70',
};
const second = { ...order, id: '1300001', serialNumber: 'RLB-1224-111626-50001', customerName: 'Marcus Boyd' };
const orders = [order, second];
/** One more shelf, an hour later. */
const changedEvent = {
  ...{ ...second, timestamp: '2026-11-16T15:20:00Z' },
  buildingAddons: [{ name: 'Shelf 8ft', price: '48.00', priceIncluded: false, quantity: 3 }],
  ...{ subTotalDollarAmount: '7628.00', totalAmountDollarAmount: '8120.70' },
};

/** The requests that the guide shows, in sequence: from an uploaded order to its payment, then reading. */
export const examples: readonly Example[] = [
  {
    title: 'Sign in',
    call: 'POST /api/auth',
    as: null,
    path: '/api/auth',
    body: { userName: 'office.admin@demo.test', password: 'demo-Shedworks-1' },
  },
  {
    title: 'Preview sending orders',
    call: 'POST /api/orders',
    as: 'office',
    path: '/api/orders?preview=true',
    body: { orders },
    shows: ['msg', 'counts'],
  },
  {
    title: 'Send orders exactly once',
    call: 'POST /api/orders',
    as: 'office',
    path: '/api/orders',
    headers: { 'Idempotency-Key': 'orders-2026-11-16' },
    body: { orders },
    shows: ['msg', 'import', 'counts'],
  },
  {
    title: 'Send a changed order and an unchanged one',
    call: 'POST /api/orders',
    as: 'office',
    path: '/api/orders',
    body: { orders: [order, changedEvent] },
    shows: ['msg', 'rows'],
  },
  {
    title: 'List the New orders with open alerts',
    call: 'GET /api/orders/status/:status',
    as: 'office',
    path: '/api/orders/status/new?alerts=true&sort=serialNumber&size=1',
    keeps: { order: 'items.0._id', next: 'nextCursor' },
  },
  {
    title: 'List the next page',
    call: 'GET /api/orders/status/:status',
    as: 'office',
    path: '/api/orders/status/new?alerts=true&sort=serialNumber&size=1&cursor={next}',
    shows: ['total', 'nextCursor'],
  },
  {
    title: 'Accept the alerts of an order',
    call: 'POST /api/orders/alerts/accept',
    as: 'office',
    path: '/api/orders/alerts/accept',
    body: { ids: ['{order}'] },
  },
  {
    title: 'Push orders without open alerts to shops',
    call: 'PUT /api/orders/updatenew',
    as: 'office',
    path: '/api/orders/updatenew',
    body: {},
  },
  {
    title: 'Start building, as the shop',
    call: 'PUT /api/orders/update/:id',
    as: 'shop',
    path: '/api/orders/update/{order}',
    body: { status: 'Building' },
    shows: ['msg'],
  },
  {
    title: 'Finish it',
    call: 'PUT /api/orders/update/:id',
    as: 'shop',
    path: '/api/orders/update/{order}',
    body: { status: 'Finished' },
    shows: ['msg'],
  },
  {
    title: 'Invoice the order',
    call: 'POST /api/invoice',
    as: 'shop',
    path: '/api/invoice',
    headers: { 'Idempotency-Key': 'invoice-50000' },
    body: { order: '{order}' },
    keeps: { invoice: 'invoice._id' },
    shows: ['msg', 'invoice._id', 'invoice.invoiceNumber', 'invoice.status', 'invoice.revision'],
  },
  {
    title: 'Approve the invoice',
    call: 'PUT /api/invoice/update/:id',
    as: 'office',
    path: '/api/invoice/update/{invoice}',
    body: { status: 'Approved', revision: 1 },
    shows: ['msg', 'invoice.status', 'invoice.revision'],
  },
  {
    title: 'Pay it',
    call: 'POST /api/payment',
    as: 'office',
    path: '/api/payment',
    headers: { 'Idempotency-Key': 'payment-of-november-18' },
    body: { invoices: ['{invoice}'] },
    shows: ['msg', 'payment._id', 'payment.paymentNumber', 'payment.shopsPaymentTotal'],
  },
  {
    title: 'List invoices that changed since a given time',
    call: 'GET /api/invoice',
    as: 'office',
    path: '/api/invoice?updatedSince=2026-01-01T00:00:00Z&sort=updatedAt&size=100',
  },
  {
    title: 'Get an order, and remember its ETag',
    call: 'GET /api/orders/:id',
    as: 'office',
    path: '/api/orders/{order}',
    keeps: { tag: 'etag' },
    shows: ['_id', 'serialNumber', 'status', 'revision'],
  },
  {
    title: 'Check whether it changed',
    call: 'GET /api/orders/:id',
    as: 'office',
    path: '/api/orders/{order}',
    headers: { 'If-None-Match': '{tag}' },
  },
  {
    title: 'Send an invalid request',
    call: 'GET /api/orders',
    as: 'office',
    path: '/api/orders?updatedSince=yesterday&size=1000',
  },
];

/** The recorded response to an example. IDs, instants, tokens and cursors are replaced by constant ones. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The part of the response that the guide shows. */
  readonly answer: unknown;
  /** The whole response, if the guide shows only a part of it. */
  readonly whole?: unknown;
  /** The path and the body as sent, if they contain parts of earlier responses. */
  readonly path?: string;
  readonly sent?: unknown;
}

/** The file with the responses, written by the test that runs the examples. */
export const recordedFile = new URL('fixtures/api-examples.json', packageFolder);

/** The recorded responses by the title of their example. */
export const readRecorded = (): Readonly<Record<string, RecordedResponse>> =>
  parseOwnJson<Record<string, RecordedResponse>>(readFileSync(recordedFile, 'utf8')); // its test writes it in this format
