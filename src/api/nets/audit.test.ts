import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../domain/database.js';
import { useTestDatabase } from '../../domain/testing/database.js';
import { useWorld } from '../../domain/testing/world.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { openApi, useApi, type Api } from '../testing/api.js';
import type { Answer } from '../testing/http.js';
import { exampleMissing, examples } from '../testing/examples.js';
import { requestOf } from '../testing/requests.js';
import { plantSetupCode } from '../testing/setup-code.js';

const world = useWorld();
const api = useApi(world);
const empty = useTestDatabase();
let first: Api;
let emptyDb: ReturnType<typeof connect>;
beforeAll(async () => {
  emptyDb = connect(empty.url, { max: 4 });
  first = await openApi({ db: emptyDb, url: empty.url }, { setupCode: plantSetupCode() });
});
afterAll(async () => {
  await first.server.stop();
  await emptyDb.destroy();
});

const changing = (routes as readonly Route[]).filter(({ service }) => service.effect !== 'read');

/** Whether repeating a call with the same Idempotency-Key repeats its answer. */
const isKeyed = ({ key, keyed, service }: Route): boolean =>
  (keyed || key.startsWith('POST ')) && service.permission !== 'anyone';
const formOf = ({ status, headers, bytes }: Answer) => [status, headers['content-type'], bytes.toString('latin1')];

test('every call that changes data has an example', () => {
  expect(changing.filter(({ key }) => !examples[key]).map(({ key }) => exampleMissing(key))).toEqual([]);
});

test('no example is left of a call that is gone', () => {
  const keys = new Set<string>(routes.map(({ key }) => key));
  expect(Object.keys(examples).filter((key) => !keys.has(key))).toEqual([]);
});

describe('a call that changes data works, leaves its trace, and is answered alike when it is repeated under its key', () => {
  test.each(changing.filter(({ key }) => examples[key]))('$key', async (entry) => {
    const { as, values, entity, onEmptyDatabase, refused } = (await examples[entry.key]?.(world)) ?? {
      as: 'office.admin' as const,
      values: {},
    };
    const { method, path, body } = requestOf(entry.key, values);
    const db = onEmptyDatabase ? emptyDb : world.db;
    const before = (await db('audit_entries').pluck('id')) as string[];
    const request = { body, headers: { 'idempotency-key': `net ${entry.key}` } };
    const ask = () => (onEmptyDatabase ? first.call(null, method, path, request) : api.call(as, method, path, request));
    const answer = await ask();
    if (refused) return expect(answer.json).toMatchObject({ code: refused });
    expect(answer.status, answer.text).toBe(entry.status ?? 200);
    if (isKeyed(entry)) expect(formOf(await ask())).toEqual(formOf(answer));
    if (entry.service.effect === 'personal') return;
    const entries = (await db('audit_entries')
      .whereNotIn('id', before)
      .select('actor_id', 'actor_name', 'entity', 'action', 'via', 'request_id', 'entity_ids')) as Record<
      string,
      unknown
    >[];
    const actor = world.actor(as);
    const who = onEmptyDatabase
      ? { actor_id: null, actor_name: 'nobody' }
      : { actor_id: actor.id, actor_name: actor.name };
    expect(entries.length).toBeGreaterThan(0);
    expect(entries).toContainEqual({
      ...who,
      entity,
      via: 'web',
      request_id: answer.headers['x-request-id'],
      action: expect.stringMatching(/\w/) as unknown,
      entity_ids: expect.any(Array) as unknown,
    });
    expect(entries.filter((e) => e['request_id'] !== answer.headers['x-request-id'])).toEqual([]);
  });
});

/** Calls that act each time, or whose examples name new lines: what they answer is what was done. */
const actsAgain: ReadonlySet<string> = new Set([
  'PUT /api/users/password',
  'PUT /api/users/password/:id',
  'PUT /api/users/activate/:id',
  'PUT /api/orders/updatenew',
  'PUT /api/orders/mapping',
  'PUT /api/imports/:id/columns',
  'PUT /api/item/shops/update/all',
  'PUT /api/item/shop/update/all',
  'PUT /api/shedlabor/update/shop/all',
  'PUT /api/payment/recalculate/:id',
  'PUT /api/shed/allmodels/update/:id',
  'PUT /api/support/ticket/update/:id',
  'PUT /api/company/update/:id',
  'PUT /api/metalorder/update/:id',
  'PUT /api/repairinvoice/update/:id',
  'PUT /api/materialorder/update/:id',
]);

describe('an update that changes nothing says so, and leaves no trace', () => {
  const updates = changing.filter(
    ({ key, service }) => key.startsWith('PUT ') && service.effect === 'write' && examples[key] && !actsAgain.has(key),
  );
  test.each(updates)('$key', async ({ key }) => {
    const { as, values, refused } = (await examples[key]?.(world)) ?? expect.fail();
    if (refused) return;
    const { method, path, body } = requestOf(key, values);
    const { revision: _, newMessage: __, ...again } = (body ?? {}) as Record<string, unknown>;
    await api.call(as, method, path, { body });
    const before = (await world.db('audit_entries').pluck('id')) as string[];
    const answer = await api.call(as, method, path, { body: again });
    if (answer.status >= 400) return; // what was done cannot be done again
    expect(answer.json).toMatchObject({ msg: 'Nothing to change.' });
    expect(await world.db('audit_entries').whereNotIn('id', before).select('entity', 'action')).toEqual([]);
  });
});
