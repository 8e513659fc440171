import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverDue } from '../../../domain/operations/webhooks/dispatcher.js';
import { type Receiver, startReceiver } from '../../../domain/operations/webhooks/testing/receiver.js';
import { createOutside } from '../../../domain/kernel/platform/outside.js';
import { systemClock } from '../../../domain/kernel/context.js';
import { homeShop, silent, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerWebhooks } from './webhooks.js';

const world = useWorld();
const secret = 'the secret of the tests of these commands';
const variables = { SHEDWORKS_SECRET: secret, WEBHOOK_PRIVATE_ADDRESSES: 'true' };
const outside = createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, WEBHOOK_PRIVATE_ADDRESSES: true });

let receiver: Receiver;
beforeEach(async () => {
  Object.assign(process.env, variables);
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const name of Object.keys(variables)) delete process.env[name];
  await receiver.stop();
});

const webhooks = (...args: string[]) => runCommand(world.url, registerWebhooks, 'webhooks', ...args);
const deliver = () => deliverDue({ db: world.db, clock: systemClock, logger: silent, outside });

test('a webhook is added, tested, rotated, paused and removed', async () => {
  const addRun = await webhooks(
    'add',
    'Ledger',
    receiver.url,
    '--shop',
    homeShop,
    '--types',
    'order.created',
    '--json',
  );
  expect(addRun).toMatchObject({ code: 0, notes: 'Webhook added. The secret is not shown again.\n' });
  const endpoint = JSON.parse(addRun.out) as { secret: string };
  expect(endpoint).toMatchObject({ name: 'Ledger', shop: { name: homeShop }, types: ['order.created'], owner: null });
  receiver.secret = endpoint.secret;
  expect((await webhooks('show', 'ledger')).out).not.toContain(endpoint.secret);
  expect(await webhooks('test', 'Ledger')).toMatchObject({ code: 0, notes: 'Test event queued.\n' });
  expect(await deliver()).toBe(1);
  const [first] = (JSON.parse((await webhooks('deliveries', 'Ledger', '--json')).out) as { items: { _id: string }[] })
    .items;
  expect(first).toMatchObject({ type: 'webhook.test', state: 'delivered', lastStatus: 204 });
  expect(await webhooks('redeliver', 'Ledger', first?._id ?? '')).toMatchObject({
    ...{ code: 0, notes: 'Messages queued to send again: 1.\n' },
  });
  const unknown = '01991f0a-7c1e-7000-8000-000000000001';
  const partRun = await webhooks('redeliver', 'Ledger', first?._id ?? '', unknown, '--json');
  expect(partRun).toMatchObject({ code: 3, notes: expect.stringContaining(`${unknown}: `) as unknown });
  expect(JSON.parse(partRun.out)).toMatchObject([{ _id: first?._id }]);
  await deliver();
  expect(receiver.received.map(({ id }) => id)).toEqual([first?._id, first?._id]);
  const rotation = JSON.parse((await webhooks('rotate', 'Ledger', '--overlap', '2', '--json')).out) as {
    secret: string;
  };
  expect(rotation.secret).toMatch(/^whsec_/);
  expect(rotation.secret).not.toBe(endpoint.secret);
  expect((await webhooks('change', 'Ledger', '--types', '')).out).toContain('all');
  expect(await webhooks('pause', 'Ledger')).toMatchObject({ code: 0, notes: 'Webhook paused.\n' });
  expect(await webhooks('test', 'Ledger')).toMatchObject({
    code: 1,
    notes: 'This webhook is paused. Resume it first.\n',
  });
  expect((await webhooks('list', '--csv')).out).toContain('paused');
  expect(await webhooks('resume', 'Ledger')).toMatchObject({ code: 0, notes: 'Webhook resumed.\n' });
  expect(await webhooks('remove', 'Ledger')).toMatchObject({ code: 0, notes: 'Webhook deleted.\n' });
  expect(await webhooks('show', 'Ledger')).toMatchObject({ code: 2, notes: 'there is no webhook "Ledger"\n' });
});

test('mistakes in a webhook are named', async () => {
  expect(await webhooks('add', 'Odd', 'ftp://x')).toMatchObject({
    code: 2,
    notes: 'address: must begin with https://\n',
  });
  const eaten = await webhooks('add', 'Odd', receiver.url, '--types', 'order.eaten');
  expect(eaten).toMatchObject({ code: 2, notes: 'types.0: is not an event type\n' });
  const late = await webhooks('rotate', 'Odd');
  expect(late.code).toBe(2);
});
