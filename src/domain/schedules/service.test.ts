import { beforeEach, describe, expect, test } from 'vitest';
import { addView, shareView } from '../saved-views/service.js';
import { useWorld, type ActorName } from '../testing/world.js';
import { addSchedule, changeSchedule, deleteSchedule, explainWhen, listSchedules, showSchedule } from './service.js';

const world = useWorld();
let n = 0;
const newView = async (who: ActorName) =>
  (await addView(world.ctx(who), { name: `View ${(n += 1)}`, report: 'invoices', filter: {} })).item._id;
const mondays = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
const add = async (who: ActorName, more: object = {}) =>
  (await addSchedule(world.ctx(who), { view: await newView(who), ...mondays, ...more })).item;

beforeEach(() => {
  world.now = new Date('2026-11-18T15:00:00Z');
});

describe('a schedule', () => {
  test('says in plain words when it runs, and knows its next time', async () => {
    const item = await add('office.user', { recipients: ['A@example.com ', 'b@example.com', 'a@example.com'] });
    expect(item).toMatchObject({
      text: 'At 07:00, only on Monday, America/Chicago',
      nextRunAt: '2026-11-23T13:00:00.000Z',
      recipients: ['a@example.com', 'b@example.com'],
      ...{ format: 'xlsx', active: true, alarm: null, lastRun: null, revision: 1 },
      owner: { name: world.actor('office.user').name },
    });
    expect(await explainWhen(world.ctx('office.user'), { cron: '0 7 * * mon', timeZone: 'America/Chicago' })).toEqual({
      text: 'At 07:00, only on Monday, America/Chicago',
      next: ['2026-11-23T13:00:00.000Z', '2026-11-30T13:00:00.000Z', '2026-12-07T13:00:00.000Z'],
    });
  });

  test('refuses what cannot be read, never comes or has nobody to go to, naming the field', async () => {
    const refused = (more: object) => expect(add('office.user', more)).rejects;
    await refused({ cron: '0 25 * * *' }).toMatchObject({
      errors: [{ path: 'cron', msg: '"25" is no hour (0 to 23; a range goes upwards)' }],
    });
    await refused({ cron: '0 0 30 2 *' }).toMatchObject({ errors: [{ path: 'cron', msg: 'never comes' }] });
    await refused({ timeZone: 'Mars/Base' }).toMatchObject({ errors: [{ path: 'timeZone' }] });
    await refused({ recipients: [] }).toMatchObject({ errors: [{ path: 'recipients' }] });
    await refused({ recipients: ['a@example.com', 'nobody'] }).toMatchObject({ errors: [{ path: 'recipients.1' }] });
    await refused({ view: await newView('office.admin') }).toMatchObject({ errors: [{ path: 'view' }] });
    await refused({ format: 'csv' }).toMatchObject({ errors: [{ path: 'format' }] });
  });

  test('sends a view that is shared too', async () => {
    const view = await newView('office.admin');
    await shareView(world.ctx('office.admin'), { id: view, shared: true });
    expect((await add('office.user', { view })).view._id).toBe(view);
  });

  test('is seen and changed by its owner and the Admin of the side alone', async () => {
    const { _id: id } = await add('office.user');
    const { view, cron, timeZone, recipients } = await showSchedule(world.ctx('office.admin'), { id });
    const change = { id, view: view._id, cron, timeZone, recipients };
    for (const who of ['shop.admin', 'other.shop'] as const)
      await expect(showSchedule(world.ctx(who), { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(changeSchedule(world.ctx('shop.admin'), change)).rejects.toMatchObject({ code: 'not-found' });
    const off = await changeSchedule(world.ctx('office.admin'), { ...change, active: false, revision: 1 });
    expect(off.item).toMatchObject({
      active: false,
      nextRunAt: null,
      owner: { name: world.actor('office.user').name },
    });
    await expect(changeSchedule(world.ctx('office.user'), { ...change, revision: 1 })).rejects.toMatchObject({
      code: 'stale-record',
    });
    const ids = async (who: ActorName) => (await listSchedules(world.ctx(who), {})).items.map(({ _id }) => _id);
    expect(await ids('office.user')).toContain(id);
    const mine = await add('office.admin');
    expect(await ids('office.admin')).toEqual(expect.arrayContaining([id, mine._id]));
    expect(await ids('office.user')).not.toContain(mine._id);
    await deleteSchedule(world.ctx('office.user'), { id });
    expect(await ids('office.admin')).not.toContain(id);
  });

  test('that was due and has not run says so', async () => {
    const { _id: id } = await add('office.user');
    world.now = new Date('2026-11-23T13:02:00Z');
    expect((await showSchedule(world.ctx('office.user'), { id })).alarm).toBeNull();
    world.now = new Date('2026-11-23T13:30:00Z');
    expect((await showSchedule(world.ctx('office.user'), { id })).alarm).toBe(
      'It was due at 11/23/2026 07:00 and has not run: no worker is at work.',
    );
  });
});
