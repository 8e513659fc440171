import { expect, test } from 'vitest';
import { collect } from '../api/testing/areas.js';
import { makeSchedule } from '../api/testing/areas/reporting/schedules.js';
import { createView, shareView } from '../domain/reporting/saved-views/service.js';
import { useWorld } from '../domain/testing/world.js';
import { runWhole } from './testing/run-command.js';

const world = useWorld();
const commands = collect('commands');

/** Runs a command that succeeds; returns its JSON. */
async function run<T>(...args: string[]): Promise<T> {
  const { code, out, notes } = await runWhole(world.url, ...args, '--json');
  expect({ args, code, notes: code === 0 ? '' : notes }).toEqual({ args, code: 0, notes: '' });
  return JSON.parse(out) as T;
}

const UNKNOWN = '01991f0a-7c1e-7000-8000-000000000001';

/** A record that an example of a command is about, by its ID. */
const makeExample = async (name: string): Promise<string> => (await commands[name]?.(world))?.[0] ?? '';

test('schedules are changed, paused, resumed and removed', async () => {
  const clerk = ['--as', 'shop.user@demo.test'];
  const id = await makeSchedule(world);
  const show = () => run<{ active: boolean; format: string }>('schedules', 'show', id, ...clerk);
  await run('schedules', 'change', id, '--format', 'pdf', ...clerk);
  await run('schedules', 'pause', id, ...clerk);
  expect(await show()).toMatchObject({ active: false, format: 'pdf' });
  await run('schedules', 'resume', id, ...clerk);
  expect(await show()).toMatchObject({ active: true });
  await run('schedules', 'remove', id, ...clerk);
  expect(await runWhole(world.url, 'schedules', 'show', id, ...clerk)).toMatchObject({ code: 2, out: '' });
});

test('schedules add prefers a view of the user, and lists several views of others with this name', async () => {
  const add = (user: string) => {
    const when = ['--cron', '0 7 * * 1', '--to', 'clerk@example.com'];
    return runWhole(world.url, 'schedules', 'add', 'The Week', ...when, '--json', '--as', `${user}@demo.test`);
  };
  const makeWeek = async (user: 'shop.admin' | 'shop.user', report: string): Promise<string> => {
    const { item } = await createView(world.ctx(user), { name: 'The week', report, filter: { range: 'last-week' } });
    if (user === 'shop.admin') await shareView(world.ctx(user), { id: item._id, shared: true });
    return item._id;
  };
  const others = [await makeWeek('shop.admin', 'order-profit'), await makeWeek('shop.admin', 'top-orders')];
  const refusal = await add('shop.user');
  expect(refusal).toMatchObject({ code: 2, out: '' });
  expect(refusal.notes).toContain('more than one saved view is named');
  for (const id of others) expect(refusal.notes).toContain(id);
  const own = await makeWeek('shop.user', 'top-orders');
  expect(JSON.parse((await add('shop.user')).out)).toMatchObject({ view: { _id: own } });
});

test('a name that several items or people have is refused with their IDs', async () => {
  const name = 'Twice as many';
  const { rows } = (await world.db.raw(
    'select distinct on (category_id) id from items order by category_id, id limit 2',
  )) as { rows: { id: string }[] };
  const items = rows.map(({ id }) => id);
  await world.db('items').whereIn('id', items).update({ name });
  const preview = (item: string) => runWhole(world.url, 'prices', 'preview', 'item', item, '--freight', '1', '--json');
  const refusal = await preview(name.toUpperCase());
  expect(refusal).toMatchObject({ code: 2, out: '' });
  for (const id of items) expect(refusal.notes).toContain(`(${id})`);
  expect((await preview(items[0] ?? '')).code).toBe(0);
  const people = ['shop.admin', 'shop.user'] as const;
  for (const person of people)
    await createView(world.ctx(person), { name: 'Trace', report: 'top-orders', filter: { range: 'last-week' } });
  const users = people.map((person) => world.actor(person).id ?? '');
  await world.db('users').whereIn('id', users).update({ name });
  const trail = (person: string) => runWhole(world.url, 'trail', 'list', '--person', person, '--json');
  const refusedTrail = await trail(name);
  expect(refusedTrail).toMatchObject({ code: 2, out: '' });
  for (const id of users) expect(refusedTrail.notes).toContain(`(${id})`);
  expect((await trail(users[0] ?? '')).code).toBe(0);
});

test('a failed message of the outbox is found and sent again', async () => {
  const id = await makeExample('outbox send');
  const list = (status: string) =>
    run<{ items: { _id: string }[] }>('outbox', 'list', '--status', status, '--search', 'shop@example.com');
  expect((await list('failed')).items).toMatchObject([{ _id: id }]);
  expect(await run('outbox', 'send', id)).toMatchObject([{ _id: id, status: 'waiting' }]);
  expect((await list('failed')).items).toEqual([]);
});

test('a message that cannot be sent again is reported after others, with exit code 3', async () => {
  const [first, last] = [await makeExample('outbox send'), await makeExample('outbox send')];
  const send = (...ids: string[]) => runWhole(world.url, 'outbox', 'send', ...ids, '--json');
  expect(await send(UNKNOWN, first)).toMatchObject({ code: 2, out: '' });
  const { code, out, notes } = await send(first, UNKNOWN, last);
  expect({ code, sent: (JSON.parse(out) as { _id: string }[]).map(({ _id }) => _id) }).toEqual({
    ...{ code: 3, sent: [first, last] },
  });
  expect(notes).toContain(`${UNKNOWN}: Message not found`);
});

test('a ticket is answered, closed and opened again', async () => {
  const id = await makeExample('tickets show');
  expect(await run('tickets', 'answer', id, 'Please reload.')).toMatchObject({
    answers: [{ content: 'Please reload.' }],
  });
  expect(await run('tickets', 'close', id)).toMatchObject({ status: 'Closed' });
  expect((await run<{ items: unknown[] }>('tickets', 'list', '--status', 'Closed')).items).toMatchObject([{ _id: id }]);
  expect(await run('tickets', 'reopen', id)).toMatchObject({ status: 'Open' });
});

test('entries of the log are deleted by ID, or all that match', async () => {
  const ids = [await makeExample('logs show'), await makeExample('logs show'), await makeExample('logs show')];
  const list = async () =>
    (await run<{ items: { _id: string }[] }>('logs', 'list', '--search', 'Is broken')).items.map(({ _id }) => _id);
  expect((await list()).toSorted()).toEqual(ids.toSorted());
  await run('logs', 'delete', ids[0] ?? '');
  expect(await list()).toHaveLength(2);
  expect(await runWhole(world.url, 'logs', 'delete', '--search', 'Is broken')).toMatchObject({ code: 2, out: '' });
  await run('logs', 'delete', '--search', 'Is broken', '--yes');
  expect(await list()).toEqual([]);
});

test('a setting is changed by name; a dry run and a mistake change nothing', async () => {
  const get = async (name: string) => (await run<{ value: unknown }>('config', 'get', name)).value;
  const surcharge = await get('fuelSurcharge');
  await run('config', 'set', 'fuelSurcharge', '125', '--dry-run');
  for (const [name, value] of [
    ['fuelSurcharge', 'much'],
    ['timeZone', 'Mars'],
    ['nothing', '1'],
  ] as const)
    expect(await runWhole(world.url, 'config', 'set', name, value)).toMatchObject({ code: 2, out: '' });
  expect(await get('fuelSurcharge')).toBe(surcharge);
  await run('config', 'set', 'timeZone', 'America/Denver');
  expect(await get('timeZone')).toBe('America/Denver');
  const variables = await run<{ name: string; value: string | null; from: string }[]>('config', 'variables');
  expect(variables).toContainEqual({
    ...{ name: 'DATABASE_URL', from: 'environment' },
    value: expect.not.stringContaining(new URL(world.url).password) as unknown,
  });
});
