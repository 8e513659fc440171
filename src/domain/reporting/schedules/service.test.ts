import { beforeEach, describe, expect, test } from 'vitest';
import { updateCompany, getCompanyProfile } from '../../company/company/service.js';
import { createView, shareView } from '../saved-views/service.js';
import { silent, useWorld, type ActorName } from '../../testing/world.js';
import { sweepSchedules } from './due.js';
import { runScheduleNow } from './runs.js';
import {
  createSchedule,
  updateSchedule,
  deleteSchedule,
  explainSchedule,
  listSchedules,
  getSchedule,
} from './service.js';

const world = useWorld();
let n = 0;
const reportFor = (who: ActorName) => (who.startsWith('office') ? 'invoices' : 'order-profit');
const newView = async (who: ActorName) =>
  (await createView(world.ctx(who), { name: `View ${(n += 1)}`, report: reportFor(who), filter: {} })).item._id;
const mondays = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
const add = async (who: ActorName, more: object = {}) =>
  (await createSchedule(world.ctx(who), { view: await newView(who), ...mondays, ...more })).item;

beforeEach(() => {
  world.now = new Date('2026-11-18T15:00:00Z');
});

describe('a schedule', () => {
  test('has a description of when it runs, and its next time', async () => {
    const item = await add('office.user', { recipients: ['A@example.com ', 'b@example.com', 'a@example.com'] });
    expect(item).toMatchObject({
      text: 'At 07:00, only on Monday, America/Chicago',
      nextRunAt: '2026-11-23T13:00:00.000Z',
      recipients: ['a@example.com', 'b@example.com'],
      ...{ format: 'xlsx', active: true, alarm: null, lastRun: null, revision: 1 },
      owner: { name: world.actor('office.user').name },
    });
    expect(
      await explainSchedule(world.ctx('office.user'), { cron: '0 7 * * mon', timeZone: 'America/Chicago' }),
    ).toEqual({
      text: 'At 07:00, only on Monday, America/Chicago',
      next: ['2026-11-23T13:00:00.000Z', '2026-11-30T13:00:00.000Z', '2026-12-07T13:00:00.000Z'],
    });
  });

  test('refuses invalid times, times that never occur and missing recipients, naming the field', async () => {
    const expectRefusal = (more: object) => expect(add('office.user', more)).rejects;
    await expectRefusal({ cron: '0 25 * * *' }).toMatchObject({
      errors: [{ path: 'cron', msg: '"25" is not a valid hour (0 to 23; ranges run from low to high)' }],
    });
    await expectRefusal({ cron: '0 0 30 2 *' }).toMatchObject({ errors: [{ path: 'cron', msg: 'never comes' }] });
    await expectRefusal({ timeZone: 'Mars/Base' }).toMatchObject({ errors: [{ path: 'timeZone' }] });
    await expectRefusal({ recipients: [] }).toMatchObject({ errors: [{ path: 'recipients' }] });
    await expectRefusal({ recipients: ['a@example.com', 'nobody'] }).toMatchObject({
      errors: [{ path: 'recipients.1' }],
    });
    await expectRefusal({ view: await newView('office.admin') }).toMatchObject({ errors: [{ path: 'view' }] });
    await expectRefusal({ format: 'csv' }).toMatchObject({ errors: [{ path: 'format' }] });
  });

  test('can be sent only to addresses on file and to domains that the office allows', async () => {
    const to = (who: ActorName, ...recipients: string[]) => add(who, { recipients });
    const outsider = {
      errors: [{ path: 'recipients.1', msg: expect.stringMatching(/^victim@gmail\.test is not on file/) }],
    };
    for (const who of ['shop.user', 'office.user'] as const) {
      await expect(to(who, 'a@example.com', 'victim@gmail.test')).rejects.toMatchObject(outsider);
      await to(who, 'shop.admin@demo.test', 'office.admin@demo.test');
    }
    await to('office.user', 'other.shop@demo.test');
    await expect(to('shop.user', 'other.shop@demo.test')).rejects.toMatchObject({ code: 'invalid-input' });
    const item = await to('shop.user', 'b@example.com');
    const company = await getCompanyProfile(world.ctx('office.admin'), {});
    const allow = (mailDomains: string[]) => updateCompany(world.ctx('office.admin'), { id: company._id, mailDomains });
    await expect(allow(['@gmail.test'])).rejects.toMatchObject({ errors: [{ path: 'mailDomains.0' }] });
    await allow(['Gmail.test']);
    await to('shop.user', 'victim@gmail.test');
    const { run } = await runScheduleNow(world.ctx('office.admin'), {
      id: (await to('office.admin', 'c@gmail.test'))._id,
    });
    expect(run.status).toBe('waiting');
    await expect(runScheduleNow(world.ctx('shop.user'), { id: item._id })).rejects.toMatchObject({
      errors: [{ path: 'recipients.0', msg: expect.stringContaining('Ask an Office Admin to add example.com') }],
    });
    await allow(['example.com']);
  });

  test('of a shop runs at most once an hour, even if it was saved to run more often', async () => {
    for (const cron of ['*/5 * * * *', '0,30 7 * * *', '* * * * *', '0-1 * * * *'])
      await expect(add('shop.user', { cron })).rejects.toMatchObject({
        errors: [{ path: 'cron', msg: expect.stringContaining('at most once an hour') }],
      });
    await add('office.user', { cron: '*/5 * * * *' });
    const { _id: id } = await add('shop.user', { cron: '5 * * * *' });
    await world.db('schedules').where({ id }).update({ cron: '*/5 * * * *' });
    world.now = new Date('2026-11-18T15:05:10Z');
    await sweepSchedules({ db: world.db, clock: { now: () => world.now }, logger: silent });
    expect((await getSchedule(world.ctx('shop.user'), { id })).nextRunAt).toBe('2026-11-18T16:05:00.000Z');
    await updateSchedule(world.ctx('shop.user'), { id, active: false });
  });

  test('can send a shared view', async () => {
    const view = await newView('office.admin');
    await shareView(world.ctx('office.admin'), { id: view, shared: true });
    expect((await add('office.user', { view })).view._id).toBe(view);
  });

  test('is seen and changed only by its owner and the Admins of the side', async () => {
    const { _id: id } = await add('office.user');
    const { view, cron, timeZone, recipients } = await getSchedule(world.ctx('office.admin'), { id });
    const change = { id, view: view._id, cron, timeZone, recipients };
    for (const who of ['shop.admin', 'other.shop'] as const)
      await expect(getSchedule(world.ctx(who), { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(updateSchedule(world.ctx('shop.admin'), change)).rejects.toMatchObject({ code: 'not-found' });
    const off = await updateSchedule(world.ctx('office.admin'), { ...change, active: false, revision: 1 });
    expect(off.item).toMatchObject({
      active: false,
      nextRunAt: null,
      owner: { name: world.actor('office.user').name },
    });
    await expect(updateSchedule(world.ctx('office.user'), { ...change, revision: 1 })).rejects.toMatchObject({
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

  test('shows when it was due but did not run', async () => {
    const { _id: id } = await add('office.user');
    world.now = new Date('2026-11-23T13:02:00Z');
    expect((await getSchedule(world.ctx('office.user'), { id })).alarm).toBeNull();
    world.now = new Date('2026-11-23T13:30:00Z');
    expect((await getSchedule(world.ctx('office.user'), { id })).alarm).toBe(
      'It was due at 11/23/2026 07:00 and has not run: no worker is running.',
    );
  });

  test('stays due when it is saved late, unless its time changes', async () => {
    const { _id: id, nextRunAt } = await add('office.user');
    world.now = new Date('2026-11-23T13:30:00Z');
    const save = async (change: object) => (await updateSchedule(world.ctx('office.user'), { id, ...change })).item;
    expect(await save({ ...mondays, recipients: ['b@example.com'] })).toMatchObject({ nextRunAt });
    expect(await save({ cron: '0 8 * * 1' })).toMatchObject({ nextRunAt: '2026-11-23T14:00:00.000Z' });
    expect(await save({ timeZone: 'UTC' })).toMatchObject({ nextRunAt: '2026-11-30T08:00:00.000Z' });
    expect(await save({ active: false })).toMatchObject({ nextRunAt: null });
    expect(await save({ active: true })).toMatchObject({ nextRunAt: '2026-11-30T08:00:00.000Z' });
  });
});
