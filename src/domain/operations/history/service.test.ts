import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { inTransaction } from '../../kernel/service.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { homeShop, useWorld, type ActorName } from '../../testing/world.js';
import { listRecordHistory } from './service.js';

const world = useWorld();
let home: string;

beforeAll(async () => {
  home = await world.findShopId(homeShop);
});

const list = (who: ActorName, id: string) => listRecordHistory(world.ctx(who), { id });

/** An entry of the home shop about a record of this kind; returns the record's ID. */
async function trace(entity: string): Promise<string> {
  const id = newId();
  const entry = { action: 'change', entity, id, shopId: home, after: { status: 'Answered' } };
  await inTransaction(world.ctx('office.admin'), (tx) => tx.audit(entry));
  return id;
}

describe('the history of an order', () => {
  test('is empty for its shop while the order is New, and complete from the push on', async () => {
    const id = await world.createPushedOrder('New');
    await updateOrder(world.ctx('office.user'), { id, roofColor: 'Black' });
    expect(await list('shop.admin', id)).toEqual({ items: [], total: 0 });
    expect((await list('office.user', id)).total).toBeGreaterThan(0);
    await world.db('orders').where({ id }).update({ status: 'InQueue' });
    expect((await list('shop.user', id)).items.map(({ action }) => action)).toContain('change');
  });

  test('is empty for the shop that it was taken from', async () => {
    const id = await world.createPushedOrder('InQueue');
    await updateOrder(world.ctx('shop.user'), { id, metalOrdered: true });
    expect((await list('shop.user', id)).total).toBe(1);
    await world.db('orders').where({ id }).update({ status: 'New' });
    expect((await list('shop.user', id)).total).toBe(0);
  });
});

describe('a shop reads no history of a record that its user does not see', () => {
  test.each(['ticket', 'message', 'report', 'schedule'])('%s', async (entity) => {
    const id = await trace(entity);
    expect((await list('shop.admin', id)).total).toBe(0);
    expect((await list('office.admin', id)).total).toBe(1);
  });

  test('another user, without the right to list users', async () => {
    const id = await trace('user');
    expect((await list('shop.user', id)).total).toBe(0);
    expect((await list('shop.admin', id)).total).toBe(1);
  });
});
