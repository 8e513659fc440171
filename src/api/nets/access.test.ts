import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/kernel/rights/permissions.js';
import { newId } from '../../domain/kernel/ids.js';
import { useWorld } from '../../domain/testing/world.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { findActor, type Caller, callers, shopCallers, useApi } from '../testing/api.js';
import { readText } from '../testing/documents.js';
import { answersLists, getParams, references, describeUndeclared, formatWord } from '../testing/references.js';
import { sharedKinds } from '../testing/areas.js';
import type { Kind } from '../testing/kinds.js';
import { toRequest } from '../testing/requests.js';
import type { Side } from '../testing/side.js';
import { makeRecords, toRecord, type Records } from '../testing/stage.js';

const world = useWorld();
const api = useApi(world);
let records: Records;
beforeAll(async () => {
  records = await makeRecords(world);
});

const getSide = (who: Caller): Side => (who === 'other.shop' ? 'other' : 'home');
const opposite = { home: 'other', other: 'home' } as const;
const doors = (entry: Route) =>
  (entry.preview ? [entry, { ...entry, service: entry.preview, isPreview: true }] : [entry]).map((door) => ({
    ...door,
    isPreview: 'isPreview' in door,
  }));
const allDoors = (routes as readonly Route[])
  .flatMap(doors)
  .map((entry) => ({ ...entry, name: `${entry.key}${entry.isPreview ? '?preview=true' : ''}` }));

const may = (who: Caller, { service }: Route): boolean =>
  service.permission === 'anyone' || can(findActor(world, who), service.permission);

/** Only the parameters of a path, so that nothing can succeed by chance. */
const paramsOnly = (key: string, getValue: (kind: Kind) => string) =>
  Object.fromEntries(
    getParams(key).map((field) => {
      const kind = references[key]?.[field] ?? 'word';
      return [field, kind === 'word' ? formatWord(key, field) : getValue(kind)];
    }),
  );

/** A value that no record has: an ID, or a text to search for. */
const getUnknown = (kind: Kind): string =>
  kind === 'serialNumber' || kind === 'invoiceNumber' ? 'ZZ-nobody-has-this' : newId();

test('every parameter and every ID of an input declares its kind of record', () => {
  expect((routes as readonly Route[]).map(describeUndeclared).filter((sentence) => sentence !== null)).toEqual([]);
});

describe('callers with permission', () => {
  test.each(allDoors)('$name', async (entry) => {
    const { method, path, body } = toRequest(entry.key, paramsOnly(entry.key, getUnknown));
    const url = entry.isPreview ? `${path}?preview=true` : path;
    const request = { body: body ?? (method === 'GET' ? undefined : {}) };
    const anonymous = await api.call(null, method, url, request);
    expect(anonymous.status === 401, `anonymous got ${anonymous.status}`).toBe(entry.service.permission !== 'anyone');
    const answers = await Promise.all(
      callers.map(async (who) => ({ who, ...(await api.call(who, method, url, request)) })),
    );
    for (const { who, status, json } of answers) {
      const code = (json as { code?: string } | undefined)?.code;
      if (!may(who, entry)) expect({ who, status, code }).toEqual({ who, status: 403, code: 'permission-denied' });
      else if (
        findActor(world, who).viewOnly &&
        entry.service.effect === 'write' &&
        entry.service.permission !== 'anyone'
      )
        expect({ who, status, code }).toEqual({ who, status: 403, code: 'view-only' });
      else expect([401, 403, 500], `${who} got ${status}`).not.toContain(status);
    }
  });
});

const referring = allDoors.filter(({ key }) =>
  Object.values(references[key] ?? {}).some((kind) => !sharedKinds.has(kind as Kind)),
);

describe('a record of another shop', () => {
  test.each(referring)('does not exist: $name', async (entry) => {
    const fields = Object.entries(references[entry.key] ?? {}).filter(([, kind]) => !sharedKinds.has(kind as Kind));
    for (const who of shopCallers.filter((person) => may(person, entry))) {
      for (const [field, kind] of fields) {
        const ownParams = paramsOnly(entry.key, (k) => toRecord(records, getSide(who), k));
        const foreign = toRecord(records, opposite[getSide(who)], kind);
        const unknown = getUnknown(kind);
        const answers = [];
        for (const value of [foreign, unknown])
          answers.push(await answerTo(who, entry, { ...ownParams, [field]: asTaken(field, value) }, value));
        expect(answers[0], `${who} ${field}`).toEqual(answers[1]);
        if (
          getParams(entry.key).includes(field) &&
          kind !== 'serialNumber' &&
          kind !== 'invoiceNumber' &&
          !answersLists.has(entry.key)
        )
          expect(answers[0]?.status, `${who} ${field}`).toBe(404);
      }
    }
  });

  const asTaken = (field: string, value: string): unknown =>
    field === 'ids' || field === 'invoices' ? [value] : value;

  async function answerTo(who: Caller, entry: Route, values: Record<string, unknown>, hiddenId: string) {
    const { method, path, body } = toRequest(entry.key, values);
    const answer = await api.call(who, method, path, { body });
    return {
      status: answer.status,
      text: (await readText(answer)).replaceAll(hiddenId, '…').replace(/"requestId":"[^"]*"/, ''),
    };
  }
});

const looks = allDoors.filter(({ key }) => key.startsWith('GET '));

describe('a record of this shop', () => {
  test.each(looks)('is visible, with nothing of another shop: $name', async (entry) => {
    const queries = ['', `?size=500&shop=${records.other.shop}`, '?size=500&search=T-', '?size=500&cutoff=2099-01-01'];
    for (const who of getOwners(entry)) {
      const { path } = toRequest(
        entry.key,
        paramsOnly(entry.key, (kind) => toRecord(records, getSide(who), kind)),
      );
      const foreign = Object.entries(records[opposite[getSide(who)]]).filter(
        ([kind]) => !sharedKinds.has(kind as Kind),
      );
      for (const query of entry.file ? [''] : queries) {
        const answer = await api.call(who, 'GET', path + query);
        const { status } = answer;
        const text = await readText(answer);
        expect([200, 400], `${who} ${path}${query}`).toContain(status);
        if (query === '') expect(status, `${who} ${path}`).toBe(200);
        expect(
          foreign.filter(([, id]) => text.includes(id)),
          `${who} ${path}${query}`,
        ).toEqual([]);
      }
    }
  });

  /** Whether a record belongs to a user rather than to a shop, as a job belongs to its creator. */
  function getOwners(entry: Route): Caller[] {
    const allowedCallers = shopCallers.filter((person) => may(person, entry));
    return Object.values(references[entry.key] ?? {}).includes('job')
      ? allowedCallers.filter((who) => who === 'shop.admin' || who === 'other.shop')
      : allowedCallers;
  }

  test("is found by a text that records of both shops contain, but not the other shop's", async () => {
    const { customer } = (await world.db('orders').where({ id: records.home.order }).first('customer')) as {
      customer: string;
    };
    const bothOrders = await world
      .db('orders')
      .where({ customer })
      .whereIn('id', [records.home.order, records.other.order])
      .pluck('id');
    expect(bothOrders).toHaveLength(2);
    for (const who of shopCallers) {
      for (const text of [customer, customer.slice(0, 3), 'T-', '%', '_']) {
        const { json } = await api.call(who, 'GET', `/api/orders/search/${encodeURIComponent(text)}`);
        const shops = new Set((json as { items: { shop: { _id: string } }[] }).items.map((order) => order.shop._id));
        expect(
          [...shops].filter((shop) => shop !== records[getSide(who)].shop),
          `${who} searching ${text}`,
        ).toEqual([]);
      }
    }
  });

  test('does not exist for a shop while it is a New order of the office', async () => {
    const [id = ''] = await world.createOrders(1);
    const { shop_id } = (await world.db('orders').where({ id }).first('shop_id')) as { shop_id: string };
    for (const who of shopCallers) {
      if (findActor(world, who).shopId !== shop_id) continue;
      expect((await api.call(who, 'GET', `/api/orders/byid/${id}`)).status).toBe(404);
      expect((await api.call(who, 'GET', '/api/orders?size=500')).text).not.toContain(id);
      expect((await api.call(who, 'PUT', `/api/orders/update/${id}`, { body: { metalOrdered: true } })).status).toBe(
        404,
      );
    }
  });
});
