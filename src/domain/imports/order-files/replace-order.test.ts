import { beforeEach, expect, test } from 'vitest';
import { listUnreadAlerts } from '../../messaging/notices/service.js';
import type { Ctx } from '../../kernel/context.js';
import { undoImport } from '../undo.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { listOrders } from '../../orders/service.js';
import { importOrders, previewOrders } from './service.js';

const world = useWorld();
const plainOffice = (more: Partial<Ctx['actor']> = {}): Ctx =>
  world.ctx('office.user', { actor: { ...world.actor('office.user'), ...more } as never });
const toUpload = (serialNumber: string, more = {}) => ({
  ...{ serialNumber, shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
  ...{ type: 'Customer', customer: 'Ann', ...more },
});
const readNotices = async (name: 'shop.admin' | 'other.shop') =>
  (await listUnreadAlerts(world.ctx(name), {})).items.map(({ msg, content }) => ({ msg, content }));

async function existing(status: 'Building' | 'InQueue' | 'Canceled' | 'On Hold', shop = homeShop): Promise<string> {
  const id = await world.createPushedOrder(status, shop);
  const builder = (await world.db('users').where({ role: 'Builder' }).first('id')) as { id: string };
  const own = shop === homeShop ? { builder_id: builder.id } : {};
  await world
    .db('orders')
    .where({ id })
    .update({ metal_ordered: true, ...own });
  return ((await world.db('orders').where({ id }).first('serial_number')) as { serial_number: string }).serial_number;
}

beforeEach(async () => void (await world.db('notifications').delete()));

test.each([
  ['Building', {}, 'the existing order is Building: only a super admin can replace it'],
  [
    'Canceled',
    { superAdmin: true },
    'the existing order is Canceled: only a user with the super role "admin" can replace it',
  ],
] as const)('an order in %s is not replaced without the right to delete it', async (status, actor, reason) => {
  const serial = await existing(status);
  const ctx = plainOffice({ superRole: null, ...actor });
  const input = { orders: [toUpload(serial)], duplicates: 'replace' as const };
  for (const call of [previewOrders, importOrders])
    expect((await call(ctx, input)).rows).toMatchObject([{ state: 'refused', reason }]);
  const [row] = (await previewOrders(ctx, { orders: [toUpload(serial)] })).rows;
  expect(row).toMatchObject({ state: 'exists', existing: { whyNotReplaced: reason } });
  expect(await world.db('orders').where({ serial_number: serial }).first('status')).toEqual({ status });
  expect(await readNotices('shop.admin')).toEqual([]);
});

test('the question about an existing order shows what a list of orders shows of it', async () => {
  const serial = await existing('InQueue');
  const [row] = (await previewOrders(plainOffice(), { orders: [toUpload(serial)] })).rows;
  const [listed] = (await listOrders(world.ctx('office.user'), { search: serial })).items;
  expect(row?.existing).toMatchObject({
    ...{ _id: listed?._id, status: 'InQueue', shop: listed?.shop?.name, customer: listed?.customer },
    ...{ model: `${listed?.model} ${listed?.width}x${listed?.length}`, dateOrdered: listed?.dateOrdered },
    total: listed?.grandTotal?.company,
  });
});

test('a user who may delete an order replaces it after seeing its status, its shop and the differences; its shop is notified', async () => {
  const serial = await existing('Building');
  const ctx = plainOffice({ superAdmin: true });
  const { rows } = await previewOrders(ctx, { orders: [toUpload(serial)] });
  expect(rows[0]?.existing).toMatchObject({ status: 'Building', shop: homeShop, whyNotReplaced: null });
  expect(rows[0]?.existing?.builder).toMatch(/\w+/);
  const differences = new Map(rows[0]?.existing?.differences.map(({ column, ...values }) => [column, values]));
  expect(differences.get('Customer')).toMatchObject({ after: 'Ann' });
  expect(differences.get('Builder')).toEqual({ before: rows[0]?.existing?.builder, after: null });
  expect(differences.get('Metal_Ordered')).toEqual({ before: 'Yes', after: null });
  expect(differences.has('Shop')).toBe(false);
  const done = await importOrders(ctx, { orders: [toUpload(serial)], decisions: { [serial]: 'replace' } });
  expect(done.counts.replaced).toBe(1);
  const [notice, ...more] = await readNotices('shop.admin');
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ msg: 'Order Replaced' });
  expect(notice?.content).toContain(`Order ${serial} was replaced by an upload from ${ctx.actor?.name}.`);
  expect(await readNotices('other.shop')).toEqual([]);
  await undoImport(ctx, { id: done.import ?? '' });
  expect((await readNotices('shop.admin')).map(({ content }) => content)).toContain(`Order ${serial} was restored.`);
});

test('each shop gets one notice for any number of orders; New orders never belonged to it', async () => {
  const serials = [await existing('InQueue'), await existing('On Hold'), await existing('InQueue', otherShop)];
  await importOrders(plainOffice(), { orders: [toUpload('R-1')] });
  const orders = [...serials, 'R-1'].map((serial) => toUpload(serial));
  await importOrders(plainOffice(), { orders, duplicates: 'replace' });
  const [home, other] = [await readNotices('shop.admin'), await readNotices('other.shop')];
  expect([home.length, other.length]).toEqual([1, 1]);
  expect(home[0]?.content).toContain('2 orders were replaced by an upload');
  expect(other[0]?.content).toContain(`Order ${serials[2]} was replaced by an upload`);
});

test('a preview does not report orders as uploaded', async () => {
  const input = { orders: [toUpload('V-1')] };
  expect((await previewOrders(plainOffice(), input)).msg).toBe('Preview: 1 order would be uploaded.');
  expect((await importOrders(plainOffice(), input)).msg).toBe('Orders are Uploaded.');
  expect((await previewOrders(plainOffice(), input)).msg).toBe('Nothing new: 1 order already exists.');
});
