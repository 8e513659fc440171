import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../kernel/context.js';
import { createOutside, type OutsideAccess } from '../../kernel/platform/outside.js';
import { inTransaction } from '../../kernel/service.js';
import { pushOrders } from '../../orders/intake/push.js';
import { notifyEveryone } from '../../testing/notify-everyone.js';
import { homeShop, otherShop, silent, useWorld, type ActorName } from '../../testing/world.js';
import { listDeliveries, redeliverEvent, getDelivery, testWebhook } from './deliveries.js';
import { deliverDue } from './dispatcher.js';
import { webhookEvents } from './event-schema.js';
import { forgetByAge } from '../retention/forget.js';
import {
  createWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  getWebhook,
} from './service.js';
import { startNameServer } from './testing/name-server.js';
import { type Receiver, startReceiver } from './testing/receiver.js';

const world = useWorld();
const outside: OutsideAccess = createOutside('the secret of the installation of these tests', {
  ...{ SOURCE_PRIVATE_ADDRESSES: false, WEBHOOK_PRIVATE_ADDRESSES: true },
});
let receiver: Receiver;
let serial = 0;

beforeEach(async () => {
  world.now = new Date();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await world.db('webhook_endpoints').delete();
});

const ctx = (name: ActorName = 'office.admin', more: Partial<Ctx> = {}) => world.ctx(name, { outside, ...more });

/** Adds an endpoint for the receiver, and gives the secret to the receiver. */
async function addEndpoint(more: object = {}, at: Receiver = receiver): Promise<string> {
  const { item, secret } = await createWebhook(ctx(), { name: `Hook ${(serial += 1)}`, address: at.url, ...more });
  at.secret = secret;
  return item._id;
}

const deliver = (more: object = {}) =>
  deliverDue({
    db: world.db,
    clock: { now: () => world.now },
    logger: silent,
    outside,
    callMs: 500,
    ...more,
  });
const listReceived = (at: Receiver = receiver) => at.received.map(({ type, data }) => `${type} ${data._id}`);
const show = (id: string) => getWebhook(ctx(), { id });
const messages = (id: string) => listDeliveries(ctx(), { id }).then(({ items }) => items.toReversed());

test('a message is signed according to the specification, and contains what changed but no figures or names', async () => {
  await addEndpoint();
  const [order = ''] = await world.createOrders(1);
  expect(await deliver()).toBe(1);
  const { db } = world;
  const { revision, shop_id } = (await db('orders').where({ id: order }).first('revision', 'shop_id')) as never;
  const [{ id, body, headers } = { id: '', body: '', headers: {} }] = receiver.received;
  expect(JSON.parse(body)).toEqual({
    type: 'order.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    data: { _id: order, revision, shop: shop_id },
  });
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-signature': expect.stringMatching(/^v1,\S+$/),
  });
});

test('the types in the list are those that the database writes', async () => {
  const rows = (await world.db.raw(`
    select distinct (regexp_matches(prosrc, '''([a-z_]+\\.[a-z_]+)''', 'g'))[1] as type
      from pg_proc where proname like 'announce\\_%'`)) as { rows: { type: string }[] };
  expect(rows.rows.map(({ type }) => type).toSorted()).toEqual(Object.keys(webhookEvents).toSorted());
});

/** Tables of a shop's records whose changes are not announced, with the reason. */
const silentTables: Readonly<Record<string, string>> = {
  shop_addon_labor: 'the catalogue, which is read again',
  shop_base_styles: 'the catalogue, which is read again',
  shop_item_values: 'the catalogue, which is read again',
  shop_shed_labor: 'the catalogue, which is read again',
  dealers: 'the catalogue, which is read again',
  vendors: 'the catalogue, which is read again',
  users: 'people',
  saved_views: 'of one person',
  schedules: 'of one person',
  support_tickets: 'of one person',
  webhook_endpoints: 'who is notified',
  webhook_messages: 'what is sent',
};

test('every table of shop records with a revision is announced', async () => {
  const { rows } = (await world.db.raw(`
    select r.table_name as name, exists (select from pg_trigger t
        where t.tgrelid = r.table_name::regclass and t.tgname like '%\\_announced\\_%') as announced
      from information_schema.columns r join information_schema.columns s using (table_schema, table_name)
      where r.column_name = 'revision' and s.column_name = 'shop_id' and table_schema = current_schema()
      order by 1`)) as { rows: { name: string; announced: boolean }[] };
  const missing = rows.filter(({ name, announced }) => !announced && silentTables[name] === undefined);
  expect(missing).toEqual([]);
  expect(rows.filter(({ announced }) => announced).length).toBeGreaterThan(5);
});

test('every announcement can be written, because its statements fit their tables', async () => {
  await addEndpoint();
  const { db } = world;
  const { rows } = (await db.raw(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_announced\\_insert'`,
  )) as { rows: { name: string }[] };
  const tables = rows.map(({ name }) => name);
  expect(tables).toHaveLength(9);
  for (const table of tables) {
    await db.raw(`insert into ${table} (id) select id from ${table} where false`); // a trigger's statements are checked only when they run
    await db.raw(`update ${table} set id = id where false`);
    await db.raw(`delete from ${table} where false`);
  }
});

test('a write announces each record once, and a rolled back one announces nothing', async () => {
  const id = await addEndpoint();
  const { db } = world;
  const change = (order: string, note: string) => db('orders').where({ id: order }).update({ adjustment_note: note });
  const [order = ''] = await world.createOrders(1);
  await expect(
    inTransaction(
      ctx(),
      async (tx) => {
        await tx.db('orders').where({ id: order }).delete();
        throw new Error('no');
      },
      false,
    ),
  ).rejects.toThrow('no');
  await inTransaction(
    ctx(),
    async (tx) => {
      await tx.db('orders').where({ id: order }).update({ adjustment_note: 'a', revision: 2 });
      await tx.db('orders').where({ id: order }).update({ status: 'InQueue', revision: 3 });
      await tx.db('orders').where({ id: order }).update({ adjustment_note: 'b', revision: 4 });
    },
    false,
  );
  await change(order, 'b');
  await db('orders').where({ id: order }).delete();
  expect((await messages(id)).map(({ type, revision }) => [type, revision])).toEqual([
    ['order.created', 1],
    ['order.status_changed', 4],
    ['order.deleted', 4],
  ]);
});

test('the endpoint of a shop receives only records that the shop sees, from the time it sees them', async () => {
  const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  const id = await addEndpoint({ shop: home });
  const foreign = await addEndpoint({ shop: other });
  const [order = ''] = await world.createOrders(1);
  const { db } = world;
  await db('orders').where({ id: order }).update({ shop_id: home, alerts: '[]', adjustment_note: 'The office alone' });
  expect(await messages(id)).toEqual([]);
  await pushOrders(ctx(), {});
  await db('orders').where({ id: order }).update({ adjustment_note: 'Both' });
  await db('orders').where({ id: order }).update({ shop_id: other });
  await db('orders').where({ id: order }).update({ status: 'New' });
  await deliver();
  const about = async (endpoint: string) => (await messages(endpoint)).filter(({ record }) => record === order);
  expect((await about(id)).map(({ type, record }) => [type, record])).toEqual([
    ['order.created', order],
    ['order.updated', order],
    ['order.deleted', order],
  ]);
  expect((await about(foreign)).map(({ type }) => type)).toEqual(['order.created', 'order.deleted']);
  expect((await getDelivery(ctx(), { id, delivery: (await about(id))[2]?._id ?? '' })).body).toContain(home);
});

test('an endpoint receives only the types it chose', async () => {
  await addEndpoint({ types: ['order.deleted'] });
  const [order = ''] = await world.createOrders(1);
  await world.db('orders').where({ id: order }).delete();
  await deliver();
  expect(listReceived()).toEqual([`order.deleted ${order}`]);
});

test('after a rotation both secrets sign until the old one expires; a secret is shown once and stored encrypted', async () => {
  const id = await addEndpoint();
  const first = receiver.secret;
  const { secret } = await rotateWebhookSecret(ctx(), { id });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(first);
  const trySecret = async (one: string) => {
    receiver.secret = one;
    await testWebhook(ctx(), { id });
    return deliver();
  };
  expect([await trySecret(first), await trySecret(secret)]).toEqual([1, 1]);
  expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  world.now = new Date(world.now.getTime() + 24 * 3_600_000 + 1);
  receiver.checksTime = false;
  expect([await trySecret(first), await trySecret(secret)]).toEqual([0, 1]);
  expect(receiver.received.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  await rotateWebhookSecret(ctx(), { id, overlapHours: 0 });
  expect(await trySecret(secret)).toBe(0);
  const shownText = JSON.stringify([await show(id), await messages(id), await world.db('audit_entries')]);
  const storedText = JSON.stringify(await world.db('webhook_endpoints'));
  for (const one of [first, secret]) expect(shownText + storedText).not.toContain(one);
});

test('a secret is not stored for a retry, so the second call adds nothing and is refused', async () => {
  const idempotency = { key: 'once', hash: 'the body' };
  const add = () => createWebhook(ctx('office.admin', { idempotency }), { name: 'Once', address: receiver.url });
  await add();
  await expect(add()).rejects.toMatchObject({ code: 'answer-forgotten' });
  expect(await world.db('idempotency_keys').where({ key: 'once' }).pluck('answer')).toEqual([null]);
  expect((await listWebhooks(ctx(), {})).total).toBe(1);
});

test("without the installation's secret, the message waits, and the list explains what to do", async () => {
  const id = await addEndpoint();
  await testWebhook(ctx(), { id });
  const elsewhere = { ...outside, vault: createOutside('the secret of another installation, which is long').vault };
  expect(await deliver({ outside: elsewhere })).toBe(0);
  expect(receiver.calls).toBe(0);
  expect((await show(id)).problem).toContain('Rotate it');
});

test('messages about a record arrive in the sequence of its changes, and other messages do not wait for them', async () => {
  await addEndpoint({ types: ['order.created', 'order.updated', 'order.deleted'] });
  const [first = '', second = ''] = await world.createOrders(2);
  const { db } = world;
  for (let n = 0; n < 6; n++)
    for (const id of [first, second])
      await db('orders')
        .where({ id })
        .update({ revision: n + 2 });
  let refusals = 2;
  receiver.answer = ({ data }) => ({ status: data._id === first && refusals-- > 0 ? 500 : 200 });
  for (let round = 0; round < 4; round++) {
    await deliver();
    await db('webhook_messages').update({ next_at: null });
  }
  const waitForArrival = (id: string) =>
    receiver.received.filter(({ data }) => data._id === id).map(({ data }) => data.revision);
  expect(waitForArrival(second)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(waitForArrival(first)).toEqual([1, 1, 1, 2, 3, 4, 5, 6, 7]);
});

test('a message can be delivered again manually, with the same ID and body', async () => {
  const id = await addEndpoint();
  const { delivery, msg } = await testWebhook(ctx(), { id });
  expect(msg).toBe('Test event queued.');
  await deliver();
  expect((await redeliverEvent(ctx(), { id, delivery: delivery._id })).delivery).toMatchObject({
    state: 'waiting',
    attempts: 0,
  });
  await deliver();
  const [one, two] = receiver.received;
  expect([one?.id, two?.id, two?.body]).toEqual([delivery._id, delivery._id, one?.body]);
  const detail = await getDelivery(ctx(), { id, delivery: delivery._id });
  expect(detail).toMatchObject({ state: 'delivered', body: one?.body, log: [{ status: 204 }, { status: 204 }] });
  expect(detail.log[0]?.headers['webhook-signature']).toBe(two?.headers['webhook-signature']);
});

describe('a receiver', () => {
  const fails = async (id: string) => {
    await testWebhook(ctx(), { id });
    const deliveryCount = await deliver();
    const [last] = (await messages(id)).slice(-1);
    return { delivered: deliveryCount, status: last?.lastStatus, error: last?.lastError };
  };

  test('that redirects is not followed', async () => {
    const id = await addEndpoint();
    receiver.answer = () => ({ status: 302, headers: { location: receiver.url } });
    expect(await fails(id)).toMatchObject({ delivered: 0, status: 302, error: expect.stringContaining('redirects') });
    expect(receiver.calls).toBe(1);
  });

  test('whose answer never ends has only its beginning read', async () => {
    const id = await addEndpoint();
    receiver.answer = () => 'huge';
    expect(await fails(id)).toMatchObject({ delivered: 1, status: 200, error: null });
    const delivery = (await messages(id))[0]?._id ?? '';
    expect((await getDelivery(ctx(), { id, delivery })).log[0]?.answer).toBe('x'.repeat(4000));
  });

  test('that never answers is cut off, and so is one that answers slowly byte by byte', async () => {
    const id = await addEndpoint();
    receiver.answer = () => 'silent';
    expect(await fails(id)).toMatchObject({
      delivered: 0,
      status: null,
      error: expect.stringContaining('0.5 seconds'),
    });
    receiver.answer = () => 'slow';
    expect(await fails(id)).toMatchObject({ delivered: 1, status: 200 });
  });

  test('that is slow neither delays other receivers nor holds a transaction', async () => {
    const fast = await startReceiver();
    try {
      await addEndpoint();
      await addEndpoint({}, fast);
      let release = (): void => undefined;
      const isFree = new Promise<void>((resolve) => (release = resolve));
      receiver.answer = () => isFree.then(() => ({ status: 200 }));
      await world.createOrders(6);
      const all = deliver({ callMs: 20_000 });
      await expect.poll(() => fast.received.length).toBe(6);
      await expect.poll(() => receiver.calls).toBe(4);
      const idle = async () =>
        (await world
          .db('pg_stat_activity')
          .whereRaw(`datname = current_database() and state like 'idle in transaction%'`)
          .select('pid')) as unknown[];
      await expect.poll(idle).toEqual([]); // the last messages of the fast one are stored while the calls of the slow one are in progress
      expect(receiver.calls).toBe(4);
      release();
      expect(await all).toBe(12);
    } finally {
      await fast.stop();
    }
  });

  test('in a private network is not called, even if its name only now resolves to it', async () => {
    const names = await startNameServer();
    try {
      const namedOutside = { ...outside, webhooks: { allowsPrivate: true, resolve: names.resolve } };
      const id = await addEndpoint({ address: `http://hooks.example.com:${receiver.port}/` });
      await testWebhook(ctx(), { id });
      names.addresses = ['127.0.0.1', '127.0.0.2'];
      expect(await deliver({ outside: namedOutside })).toBe(1);
      expect(names.queries).toBe(1); // the checked address is the one that was called
      const closedOutside = { ...outside, webhooks: { allowsPrivate: false, resolve: names.resolve } };
      await updateWebhook(ctx(), { id, address: `https://hooks.example.com:${receiver.port}/` });
      for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254']) {
        names.addresses = [address];
        await world.db('webhook_endpoints').update({ retry_at: null });
        await testWebhook(ctx(), { id });
        expect(await deliver({ outside: closedOutside })).toBe(0);
        expect((await messages(id)).at(-1)?.lastError).toMatch(/^The address points to (a private network|an address)/);
      }
      expect(receiver.calls).toBe(1);
    } finally {
      names.stop();
    }
  });

  test('whose address is not on the public internet is refused', async () => {
    const closedOutside = { ...outside, webhooks: { ...outside.webhooks, allowsPrivate: false } };
    const add = (address: string) =>
      createWebhook(ctx('office.admin', { outside: closedOutside }), { name: 'Refused', address });
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '[::ffff:192.168.0.1]', '2130706433', '[fd00::1]'])
      await expect(add(`https://${host}/`)).rejects.toThrow('address: points to a private network');
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '[64:ff9b::a00:1]',
      '[64:ff9b:1::a00:1]',
      '[2002:a00:1::]',
      '[::7f00:1]',
    ])
      await expect(add(`https://${host}/`)).rejects.toThrow('address: points to an address that receivers may not use');
    for (const address of ['http://hooks.example.com', 'ftp://hooks.example.com', 'hooks', ''])
      await expect(add(address)).rejects.toThrow('address: ');
    await expect(add('https://a:b@hooks.example.com')).rejects.toThrow('must not contain a user name or password');
    await expect(add('https://8.8.8.8')).resolves.toMatchObject({ msg: 'Webhook added.' });
  });
});

describe('an endpoint that fails', () => {
  const later = (hours: number) => (world.now = new Date(world.now.getTime() + hours * 3_600_000));
  const notices = async () =>
    ((await world.db('notifications').where('msg', 'like', 'Webhook%').orderBy('at').pluck('msg')) as string[]).map(
      (msg) => msg.replace(/".*"/, '…'),
    );
  afterEach(async () => {
    await world.db('notifications').delete();
    await world.db('outbox_messages').delete();
  });

  test('is tried for three days with growing pauses, then paused; its owner is notified, and no message is lost', async () => {
    receiver.checksTime = false;
    const id = await addEndpoint();
    const [order = ''] = await world.createOrders(1);
    receiver.answer = () => ({ status: 503 });
    const startedAt = world.now.getTime();
    const tries: number[] = [];
    for (let n = 0; n < 400 && !(await show(id)).paused; n++) {
      await deliver();
      if (receiver.calls > tries.length) tries.push((world.now.getTime() - startedAt) / 3_600_000);
      later(0.25);
      if (n === 40) await testWebhook(ctx(), { id }); // later messages also cause calls to a failing endpoint
    }
    expect(tries.at(-1)).toBeGreaterThan(71);
    expect(tries.length).toBeLessThan(40);
    expect(await show(id)).toMatchObject({ paused: true, pauseReason: 'It failed for three days.' });
    expect(await notices()).toEqual(['Webhook …: its receiver is failing.', 'Webhook …: it was paused.']);
    await notifyEveryone(world);
    const mails = (await world.db('outbox_messages').pluck('payload')) as { to: string; subject: string }[];
    expect(mails.map(({ to }) => to)).toEqual(['office.admin@demo.test', 'office.admin@demo.test']);
    await expect(testWebhook(ctx(), { id })).rejects.toMatchObject({ code: 'webhook-paused' });
    const [second = ''] = await world.createOrders(1);
    receiver.answer = () => ({ status: 204 });
    receiver.received.length = 0;
    expect(await deliver()).toBe(0);
    await resumeWebhook(ctx(), { id });
    await deliver();
    expect(listReceived()).toContain(`order.created ${second}`);
    expect((await messages(id)).find(({ record }) => record === order)?.attempts).toBeGreaterThan(8);
    expect(await show(id)).toMatchObject({ paused: false, failures: 0, problem: null });
  }, 60_000);

  test('is paused immediately if it is gone, and waits as long as it requests', async () => {
    const id = await addEndpoint();
    await testWebhook(ctx(), { id });
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await deliver();
    later(1.9);
    receiver.checksTime = false;
    expect(await deliver()).toBe(0);
    expect(receiver.calls).toBe(1);
    later(0.2);
    receiver.answer = () => ({ status: 410 });
    await deliver();
    expect(await show(id)).toMatchObject({ paused: true, problem: expect.stringContaining('gone (410)') });
    expect(await notices()).toEqual(['Webhook …: it was paused.']);
  });

  test('and works again gets all waiting messages immediately', async () => {
    receiver.checksTime = false;
    const id = await addEndpoint();
    await world.createOrders(8);
    receiver.answer = () => ({ status: 500 });
    for (let n = 0; n < 6; n++) {
      await deliver();
      later(0.02);
    }
    expect((await show(id)).failures).toBeGreaterThan(5);
    receiver.answer = () => ({ status: 200 });
    later(1);
    await deliver();
    expect(await show(id)).toMatchObject({ failures: 0, waiting: 0 });
  });
});

test('pausing manually keeps the messages; old ones are deleted with their log after 30 days', async () => {
  const id = await addEndpoint();
  expect((await pauseWebhook(ctx(), { id })).item).toMatchObject({ paused: true, problem: null });
  await world.createOrders(1);
  expect(await deliver()).toBe(0);
  await resumeWebhook(ctx(), { id });
  expect(await deliver()).toBe(1);
  await forgetByAge(world.db, new Date(world.now.getTime() + 29 * 24 * 3_600_000));
  expect(await messages(id)).toHaveLength(1);
  await forgetByAge(world.db, new Date(world.now.getTime() + 31 * 24 * 3_600_000));
  expect(await messages(id)).toEqual([]);
  expect(await world.db('webhook_attempts')).toEqual([]);
});

test('endpoints are managed by Office Admins, and invalid input names its field', async () => {
  const id = await addEndpoint({ name: 'Ledger' });
  for (const name of ['office.user', 'shop.admin', 'builder'] as const)
    await expect(listWebhooks(ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  const add = (more: object) => createWebhook(ctx(), { name: 'New', address: receiver.url, ...more });
  await expect(add({ name: 'ledger' })).rejects.toThrow('name: Webhook: this name already exists');
  await expect(add({ types: ['order.eaten'] as never })).rejects.toThrow('types.0: is not an event type');
  await expect(add({ types: [] })).rejects.toThrow('types: must have at least one event type');
  await expect(add({ owner: world.actor('shop.admin').id })).rejects.toThrow('owner: is not an active user');
  await expect(add({ shop: '01a208c1-a8cf-72e1-aee1-6216457225eb' })).rejects.toThrow('shop: does not exist');
  const result = await updateWebhook(ctx(), { id, types: ['invoice.created'], revision: 1 });
  expect(result.item).toMatchObject({ types: ['invoice.created'], revision: 2, name: 'Ledger' });
  await expect(updateWebhook(ctx(), { id, name: 'Late', revision: 1 })).rejects.toMatchObject({ code: 'stale-record' });
  await deleteWebhook(ctx(), { id });
  await expect(show(id)).rejects.toThrow('Webhook not found');
});
