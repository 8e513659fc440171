import { describe, expect, test } from 'vitest';
import { invoiceReport } from '../reports/invoices/invoice-report.js';
import { createSchedule } from '../schedules/service.js';
import { useWorld, type ActorName } from '../../testing/world.js';
import { createView, updateView, deleteView, listViews, shareView, getView } from './service.js';

const world = useWorld();
let n = 0;
const fields = (more: object = {}) => ({
  name: `View ${(n += 1)}`,
  report: invoiceReport.name,
  filter: { range: 'last-month', invoiceStatus: ['Paid'] },
  ...more,
});
const save = async (who: ActorName, more: object = {}) => (await createView(world.ctx(who), fields(more))).item;
const namesFor = async (who: ActorName) => (await listViews(world.ctx(who), {})).items.map(({ name }) => name);

describe('a saved view', () => {
  test('stores the filter of a report as the report reads it, with its defaults', async () => {
    const view = await save('office.user');
    expect(view.filter).toMatchObject({ range: 'last-month', invoiceStatus: ['Paid'], shops: [] });
    expect(invoiceReport.filter.parse(view.filter)).toEqual(view.filter);
    expect(view).toMatchObject({ shared: false, owner: { name: world.actor('office.user').name }, revision: 1 });
  });

  test('has a unique name per owner and report, ignoring case', async () => {
    await save('office.user', { name: 'Month end' });
    await expect(save('office.user', { name: 'MONTH END' })).rejects.toMatchObject({ errors: [{ path: 'name' }] });
    expect((await save('office.admin', { name: 'Month end' })).name).toBe('Month end');
  });

  test('refuses a filter its report does not accept, naming the field, and an unknown report', async () => {
    await expect(save('office.user', { filter: { range: 'someday' } })).rejects.toMatchObject({
      errors: [{ path: 'filter.range' }],
    });
    await expect(save('office.user', { report: 'nothing' })).rejects.toMatchObject({ errors: [{ path: 'report' }] });
    await expect(save('shop.admin')).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(save('builder')).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(save('view.only')).rejects.toMatchObject({ code: 'view-only' });
    await expect(save('system')).rejects.toThrow('A view belongs to a user');
  });

  test('is seen only by its owner or, once shared, by every user of the side', async () => {
    const view = await save('office.admin', { name: 'The boss' });
    const { _id: id } = view;
    expect(await namesFor('office.user')).not.toContain('The boss');
    await expect(getView(world.ctx('office.user'), { id })).rejects.toMatchObject({ code: 'not-found' });
    await shareView(world.ctx('office.admin'), { id, shared: true });
    expect(await namesFor('office.user')).toContain('The boss');
    expect(await namesFor('view.only')).toContain('The boss');
    for (const who of ['shop.admin', 'other.shop'] as const)
      await expect(getView(world.ctx(who), { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(updateView(world.ctx('office.user'), { id, ...fields() })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(deleteView(world.ctx('office.user'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
    await shareView(world.ctx('office.admin'), { id, shared: false });
    expect(await namesFor('office.user')).not.toContain('The boss');
  });

  test('can be shared only by an Admin', async () => {
    const { _id: id } = await save('office.user');
    await expect(shareView(world.ctx('office.user'), { id, shared: true })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test('is changed based on the revision the user saw; the history names the user', async () => {
    const { _id: id } = await save('office.user', { name: 'Before' });
    const office = world.ctx('office.user');
    const result = await updateView(office, { id, revision: 1, name: 'After', filter: { range: 'last-week' } });
    expect(result.item).toMatchObject({ name: 'After', filter: { range: 'last-week' }, revision: 2 });
    await expect(updateView(office, { id, revision: 1, name: 'Late', filter: {} })).rejects.toMatchObject({
      code: 'stale-record',
    });
    await deleteView(office, { id });
    const trail = await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [id])
      .orderBy('id')
      .pluck('action');
    expect(trail).toEqual(['add', 'change', 'delete']);
  });

  test('of a list stores its address, is listed only with that list, and cannot be scheduled', async () => {
    const report = 'list:company-orders';
    const filter = { search: 'barn', sort: '-dateOrdered', shop: 'some-id' };
    const view = await save('office.user', { name: 'Barns', report, filter });
    expect(view).toMatchObject({ report, filter });
    const readNotices = async (filter: object) => (await listViews(world.ctx('office.user'), filter)).items;
    expect((await readNotices({ report })).map(({ name }) => name)).toEqual(['Barns']);
    expect((await readNotices({})).filter(({ name }) => name === 'Barns')).toEqual([]);
    expect((await readNotices({ report: 'list:dealers' })).length).toBe(0);
    const shop = await save('shop.user', { name: 'Barns', report, filter });
    expect(shop.owner.name).toBe(world.actor('shop.user').name);
    await expect(save('office.user', { report, filter: { shops: ['a'] } })).rejects.toMatchObject({
      errors: [{ path: 'filter.shops' }],
    });
    const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
    await expect(createSchedule(world.ctx('office.user'), { view: view._id, ...when })).rejects.toMatchObject({
      errors: [{ path: 'view', msg: 'is a view of a list. Only report views can be sent' }],
    });
  });

  test('cannot be deleted while a schedule sends it', async () => {
    const { _id: id } = await save('office.user');
    const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago' };
    await createSchedule(world.ctx('office.user'), { view: id, recipients: ['a@example.com'], ...when });
    await expect(deleteView(world.ctx('office.user'), { id })).rejects.toThrow('it is used by 1 schedule');
  });

  test('is limited to one hundred views and 200 kB per user', async () => {
    await world.db('saved_views').whereNotExists(world.db('schedules').whereRaw('view_id = saved_views.id')).delete();
    const report = 'list:company-orders';
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`part ${n}`, 'x'.repeat(2000)]));
    const big = [];
    for (let count = 0; count < 4; count++) big.push(await save('shop.user', { report, filter: long }));
    await expect(save('shop.user', { report, filter: long })).rejects.toThrow(
      'your saved views are limited to 200 kB in total',
    );
    for (let count = 4; count < 100; count++) await save('shop.user', { report, filter: {} });
    await expect(save('shop.user', { report, filter: {} })).rejects.toThrow(
      'You can have at most 100 saved views. Delete one first.',
    );
    await deleteView(world.ctx('shop.user'), { id: big[0]?._id ?? '' });
    await save('shop.user', { report, filter: {} });
    await save('office.user', { report, filter: long });
  });
});
