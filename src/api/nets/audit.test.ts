import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connect } from '../../domain/kernel/database/database.js';
import { useTestDatabase } from '../../domain/testing/database.js';
import { useWorld } from '../../domain/testing/world.js';
import { isStaleTopic, getReads } from '../../dashboard/lib/server/stale-reads.js';
import { toJson } from '../contract/json-schema.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { openApi, useApi, type Api } from '../testing/api.js';
import type { Answer } from '../testing/http.js';
import { describeMissingExample, examples } from '../testing/examples.js';
import { toRequest } from '../testing/requests.js';
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

/** Whether a call repeated with the same Idempotency-Key repeats its answer. */
const isKeyed = ({ key, keyed, service }: Route): boolean =>
  (keyed || key.startsWith('POST ')) && service.permission !== 'anyone';
/** Calls that notify no screens, each with the reason. */
const changesWithoutTopics: Readonly<Record<string, string>> = {
  'POST /api/auth': 'a session begins, and its screens read for the first time',
  'POST /api/auth/code': 'a session begins, and its screens read for the first time',
  'POST /api/auth/authenticator': 'nobody is signed in yet, and nothing counts before it is confirmed',
  'POST /api/auth/authenticator/confirm': 'a session begins, and its screens read for the first time',
  'POST /api/auth/passkey': 'a session begins, and its screens read for the first time',
  'POST /api/auth/passkey/enroll/confirm': 'a session begins, and its screens read for the first time',
  'POST /api/factors/passkey': 'nothing counts before it is confirmed',
  'POST /api/factors/authenticator': 'nothing counts before it is confirmed',
  'DELETE /api/auth': 'a session ends, and its screens close',
  'POST /api/users': 'the first session begins',
  'PUT /api/users/password': 'a new session takes the place of the one before; nothing that is shown changes',
  'POST /api/auth/sessions/end': 'a new session takes the place of all others, and its screens read again',
  'POST /api/auth/forgotten': 'nothing changes before the worker sends a link',
  'PUT /api/users/preferences': 'the choice is shown before it is kept',
};
/** Calls that change data shown in an area other than that of their path. */
const changesIn: Readonly<Record<string, string>> = { 'POST /api/prices/reprice': '/api/orders' };

/** The reads of a call's own area that the topics in its answer do not refresh. */
function unread(key: string, { headers }: Answer): string[] {
  if (key in changesWithoutTopics)
    return headers['x-topics'] === undefined ? [] : [`${key} publishes ${headers['x-topics']}`];
  const area = changesIn[key] ?? key.slice(key.indexOf('/')).split('/').slice(0, 3).join('/');
  const topics = String(headers['x-topics']).split(',');
  const refreshedPaths = topics.filter(isStaleTopic).flatMap((topic) => (topic === '*' ? [] : getReads(topic)));
  const reads = (routes as readonly Route[])
    .map((read) => read.key)
    .filter((readRoute) => new RegExp(`^GET ${area}(/|$)`).test(readRoute));
  return refreshedPaths.length === 0
    ? [key]
    : reads.filter((readKey) => !refreshedPaths.some((path) => readKey.startsWith(`GET ${path}`)));
}

/** Fields of answers that are secrets. */
const SECRETS = /"(token|secret|recoveryCodes)":/;
const answersSecret = ({ output }: Route['service']): boolean =>
  SECRETS.test(JSON.stringify(output instanceof z.ZodType ? toJson(output) : Object.values(output).map(toJson)));

const getForm = ({ status, headers, bytes }: Answer) => [status, headers['content-type'], bytes.toString('latin1')];

test('every call that changes data has an example', () => {
  expect(changing.filter(({ key }) => !examples[key]).map(({ key }) => describeMissingExample(key))).toEqual([]);
});

test('no answer with a secret is stored for a retry', () => {
  const stored = changing.filter(({ service }) => service.permission !== 'anyone' && !service.answersSecret);
  expect(stored.filter(({ service }) => answersSecret(service)).map(({ key }) => key)).toEqual([]);
  expect(changing.filter(({ service }) => answersSecret(service)).length).toBeGreaterThan(5);
});

test('no example belongs to a call that was removed', () => {
  const keys = new Set<string>(routes.map(({ key }) => key));
  expect(Object.keys(examples).filter((key) => !keys.has(key))).toEqual([]);
});

describe('a call that changes data works, is recorded in the history, and is answered the same when repeated under its key', () => {
  test.each(changing.filter(({ key }) => examples[key]))('$key', async (entry) => {
    const { as, values, entity, onEmptyDatabase, refusal } = (await examples[entry.key]?.(world)) ?? {
      as: 'office.admin' as const,
      values: {},
    };
    const { method, path, body } = toRequest(entry.key, values);
    const db = onEmptyDatabase ? emptyDb : world.db;
    const before = (await db('audit_entries').pluck('id')) as string[];
    const request = { body, headers: { 'idempotency-key': `net ${entry.key}` } };
    const ask = () => (onEmptyDatabase ? first.call(null, method, path, request) : api.call(as, method, path, request));
    const answer = await ask();
    if (refusal) return expect(answer.json).toMatchObject({ code: refusal });
    expect(answer.status, answer.text).toBe(entry.status ?? 200);
    expect(unread(entry.key, answer), 'what its topics leave as it was').toEqual([]);
    if (isKeyed(entry) && entry.service.answersSecret)
      expect((await ask()).json).toMatchObject({ code: 'answer-forgotten' });
    else if (isKeyed(entry)) expect(getForm(await ask())).toEqual(getForm(answer));
    if (entry.service.effect === 'personal') return;
    const entries = (await db('audit_entries')
      .whereNotIn('id', before)
      .select('actor_id', 'actor_name', 'entity', 'action', 'via', 'request_id', 'entity_ids')) as Record<
      string,
      unknown
    >[];
    const actor = world.actor(as);
    const who = onEmptyDatabase
      ? { actor_id: null, actor_name: 'no user' }
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

const anImport = 'each file is an import of its own, listed with what it changed, be it nothing; its answer says so';
const newLines = 'lines without an ID are new lines, which the example sends; with their IDs it is asserted below';

/** Calls that act each time, with the reason why calling one again does not repeat it. */
const actsAgain: Readonly<Record<string, string>> = {
  'PUT /api/users/password/:id': 'a password is stored with another salt, and all sessions of the user end',
  'PUT /api/orders/updatenew':
    'pushes the orders that are New by then, and an evening that had none to push is on record',
  'PUT /api/imports/:id/columns': 'compares the file again with the records as they are by then',
  'PUT /api/item/shops/update/all': anImport,
  'PUT /api/item/shop/update/all': anImport,
  'PUT /api/shedlabor/update/shop/all': anImport,
  'PUT /api/payment/recalculate/:id':
    'a recount is on record also where it found the totals right; its answer lists no change',
  'PUT /api/support/ticket/update/:id': 'an answer is one more answer, sent to the writer of the ticket',
  'PUT /api/repairinvoice/update/:id': newLines,
  'PUT /api/materialorder/update/:id': newLines,
};

describe('an update that sends back the lines it read changes nothing', () => {
  type Line = Record<string, unknown>;
  const toSent = ({ _id, item, description, reason, quantity, rate, newPrice }: Line) => ({
    ...{ _id, item, description, reason, quantity, rate, newPrice },
  });
  test.each([
    ['PUT /api/repairinvoice/update/:id', '/api/repairinvoice/findbyid'],
    ['PUT /api/materialorder/update/:id', '/api/materialorder'],
  ])('%s', async (key, readPath) => {
    const { as, values } = (await examples[key]?.(world)) ?? expect.fail();
    const id = String(values['id']);
    const readLines = async () => (await api.call(as, 'GET', `${readPath}/${id}`)).json as { items: Line[] };
    const { path } = toRequest(key, values);
    const answer = await api.call(as, 'PUT', path, { body: { items: (await readLines()).items.map(toSent) } });
    expect(answer.json).toMatchObject({ msg: 'Nothing to change.' });
  });
});

describe('an update that changes nothing reports that, and is not recorded in the history', () => {
  const updates = changing.filter(
    ({ key, service }) => key.startsWith('PUT ') && service.effect === 'write' && examples[key] && !(key in actsAgain),
  );
  test.each(updates)('$key', async ({ key }) => {
    const { as, values, refusal } = (await examples[key]?.(world)) ?? expect.fail();
    if (refusal) return;
    const { method, path, body } = toRequest(key, values);
    const { revision: _, newMessage: __, ...again } = (body ?? {}) as Record<string, unknown>;
    await api.call(as, method, path, { body });
    const before = (await world.db('audit_entries').pluck('id')) as string[];
    const answer = await api.call(as, method, path, { body: again });
    if (answer.status >= 400) return; // it cannot be done a second time
    expect(answer.json).toMatchObject({ msg: 'Nothing to change.' });
    expect(await world.db('audit_entries').whereNotIn('id', before).select('entity', 'action')).toEqual([]);
  });
});
