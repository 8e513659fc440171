import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/kernel/rights/permissions.js';
import { getAudience, grants, isShopRole, roles } from '../../domain/kernel/rights/roles.js';
import { publish } from '../../domain/kernel/events.js';
import { newId } from '../../domain/kernel/ids.js';
import { updateOrder } from '../../domain/billing/invoices/life/change-order.js';
import { orderStatuses } from '../../domain/kernel/order/status.js';
import { kindNames } from '../../domain/imports/kinds.js';
import { invoiceStatuses } from '../../domain/kernel/order/invoice-status.js';
import { repairStatuses, repairTypes } from '../../domain/billing/repair-invoices/status.js';
import { useWorld } from '../../domain/testing/world.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { findActor, type Caller, shopCallers, useApi } from '../testing/api.js';
import { canary, findLeaks, plantCanaries } from '../testing/canaries.js';
import { readText } from '../testing/documents.js';
import { examples } from '../testing/examples.js';
import { listenTo, type Answer, type EventStream } from '../testing/http.js';
import { references, formatWord } from '../testing/references.js';
import { sharedKinds } from '../testing/areas.js';
import type { Kind } from '../testing/kinds.js';
import { toRequest } from '../testing/requests.js';
import { makeInvoice, makePayment } from '../testing/stage-invoices.js';
import { makeRecords, toRecord, type Records } from '../testing/stage.js';

const world = useWorld();
const api = useApi(world);
const streams = new Map<Caller, EventStream>();
let records: Records;
let canaries: string[];
beforeAll(async () => {
  records = await makeRecords(world);
  for (const status of ['Building', 'On Hold', 'Finished', 'Canceled'] as const) await world.createPushedOrder(status);
  for (const status of ['Denied', 'Approved'] as const) await makeInvoice(world, status);
  await makePayment(world);
  for (const side of ['home', 'other'] as const)
    await updateOrder(world.ctx('office.user'), { id: records[side].order, metalOrdered: true });
  canaries = await plantCanaries(world.db);
  for (const who of shopCallers) streams.set(who, await listenTo(api.base, await api.token(who)));
});
afterAll(() => streams.forEach((stream) => stream.close()));

const entries = routes as readonly Route[];
const may = (who: Caller, { service }: Route): boolean =>
  service.permission === 'anyone' || can(findActor(world, who), service.permission);

async function leaks(who: Caller, answer: Answer): Promise<string[]> {
  const text = await readText(answer);
  const inText = canary.test(text) ? [`text: ${canary.exec(text)?.[0]}`] : [];
  return [...findLeaks(answer.json, getAudience(findActor(world, who).role)), ...inText];
}

test('the office sees the canaries', async () => {
  expect(canaries).toEqual(
    expect.arrayContaining([
      'companies.fuel_surcharge',
      'dealers.haul_percent',
      'invoices.company_total',
      'order_lines.total_sale_price_company',
      'orders.balance',
      'orders.haul',
      'orders.profit_dollars_company',
      'orders.shed_suite_total',
      'payments.order_total',
    ]),
  );
  const urls = [
    '/api/orders',
    `/api/orders/byid/${records.home.order}`,
    '/api/payment',
    `/api/payment/${records.home.payment}`,
    `/api/payment/${records.home.payment}/pdf`,
    '/api/invoice/status/New',
    `/api/history/${records.home.order}`,
    '/api/lookups',
  ];
  for (const url of urls) {
    const answer = await api.call('office.user', 'GET', url);
    expect(await readText(answer), url).toMatch(canary);
  }
});

/** Calls that at least one role of a shop may make. All other roles get the same refusal. */
const writes = entries.filter(
  ({ key, service: { permission } }) =>
    !key.startsWith('GET ') &&
    permission !== 'anyone' &&
    roles.some((role) => isShopRole(role) && can({ role, superAdmin: false, grants }, permission)),
);

describe('a shop sees no figure of the company', () => {
  test.each(entries.filter(({ key }) => key.startsWith('GET ')))('$key', async (entry) => {
    for (const who of shopCallers) {
      let seenCount = 0;
      for (const path of getPaths(entry)) {
        const answer = await api.call(who, 'GET', path);
        expect(await leaks(who, answer), `${who} ${path}`).toEqual([]);
        if (answer.status === 200) seenCount += 1;
      }
      if (may(who, entry) && !entry.key.includes('/jobs/'))
        expect(seenCount, `${who} saw nothing of ${entry.key}`).toBeGreaterThan(0);
    }
  });

  test.each(writes)('$key', async (entry) => {
    for (const who of shopCallers.filter((caller) => may(caller, entry))) {
      const side = who === 'other.shop' ? 'other' : 'home';
      const example = await examples[entry.key]?.(world, side);
      if (!example) continue;
      await plantCanaries(world.db);
      const { method, path, body } = toRequest(entry.key, example.values);
      const conflicting = {
        ...(body as object),
        revision: 999,
        originalStatus: 'Paid',
        originalOrder: { status: 'Canceled' },
      };
      const requests = entry.key.includes('password') ? [{}] : [conflicting, body, {}];
      for (const request of requests) {
        const answer = await api.call(who, method, path, method === 'DELETE' ? {} : { body: request });
        expect(await leaks(who, answer), `${who} ${path} → ${answer.status}`).toEqual([]);
      }
    }
  });

  test('in the history of its own order, which has entries', async () => {
    await plantCanaries(world.db);
    for (const who of ['shop.admin', 'shop.user'] as const) {
      const { json } = await api.call(who, 'GET', `/api/history/${records.home.order}`);
      const { items } = json as { items: { changes: { field: string }[] }[] };
      expect(items.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('metalOrdered');
    }
  });

  test('in the events', async () => {
    await plantCanaries(world.db);
    const now = new Map<Caller, EventStream>(); // a call that ended a user's other sessions ended their stream
    for (const who of shopCallers) now.set(who, await listenTo(api.base, await api.token(who)));
    await world.createOrders(1);
    await makePayment(world);
    for (const [who, stream] of now) {
      const last = newId();
      await publish(world.db, { topic: 'announcements', shopIds: [findActor(world, who).shopId], ids: [last] });
      await stream.until(({ ids }) => (ids as string[] | undefined)?.includes(last) === true);
      stream.close();
      const events = [...(streams.get(who)?.events ?? []), ...stream.events];
      expect(events.length, who).toBeGreaterThan(1);
      for (const event of events) {
        expect(
          Object.keys(event).filter((key) => !['topic', 'ids', 'by'].includes(key)), // by whom: the request itself states it
          who,
        ).toEqual([]);
        expect(findLeaks(event, getAudience(findActor(world, who).role))).toEqual([]);
      }
    }
  });

  test('in the page and the document that describe the API', async () => {
    await plantCanaries(world.db);
    for (const url of ['/api/openapi.json', '/api/docs', '/', '/readyz'])
      expect((await api.call('shop.admin', 'GET', url)).text).not.toMatch(canary);
  });
});

const words: Readonly<Record<string, readonly string[]>> = {
  'GET /api/orders/status/:status': orderStatuses,
  'GET /api/invoice/status/:status': invoiceStatuses,
  'GET /api/shed/:category/:shop/:model': ['all'],
  'GET /api/exports/:kind': kindNames,
  'GET /api/repairinvoice/draft/:type': repairTypes,
  'GET /api/repairinvoice/status/:status/:type': repairStatuses,
};

/** The path of a read with own and foreign records, all words, and the largest page. */
function getPaths(entry: Route): string[] {
  const fields = Object.entries(references[entry.key] ?? {}).filter(([field]) => entry.key.includes(`:${field}`));
  const [field, kind] = fields[0] ?? [];
  if (!field || !kind)
    return ['', '?size=500', '?alerts=false', '?search=T-']
      .slice(0, entry.file ? 1 : 4)
      .map((query) => toRequest(entry.key, {}).path + query);
  const otherFields = Object.fromEntries(
    fields.slice(1).map(([name, other]) => [name, getOther(entry.key, name, other)]),
  );
  return getValues(entry.key, kind).map((value) => toRequest(entry.key, { ...otherFields, [field]: value }).path);
}

/** The other parameter of a path with a record: a word, or a record that belongs to no shop. */
function getOther(key: string, name: string, kind: Kind): string {
  if (kind === 'word') return formatWord(key, name);
  return sharedKinds.has(kind) ? toRecord(records, 'home', kind) : '';
}

/** The paths of histories, for every kind of record that has one. */
const alsoAsked: Readonly<Record<string, readonly Kind[]>> = {
  'GET /api/history/:id': ['order', 'invoice', 'payment', 'repairInvoice', 'correction', 'vendor', 'metalOrder'],
};

function getValues(key: string, kind: Kind): readonly string[] {
  if (kind === 'word') return words[key] ?? [];
  const kinds = alsoAsked[key] ?? (kind === 'order' ? (['order', 'finishedOrder'] as const) : [kind]);
  return kinds.flatMap((one) => [toRecord(records, 'home', one), toRecord(records, 'other', one)]);
}
