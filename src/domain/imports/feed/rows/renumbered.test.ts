import { expect, test } from 'vitest';
import { createKey } from '../../../company/keys/service.js';
import type { Actor } from '../../../kernel/context.js';
import { homeShop, useWorld } from '../../../testing/world.js';
import { importOrders } from '../../order-files/service.js';
import { receiveOrders } from '../push/service.js';
import { readSampleRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');

test('an order uploaded without an ID keeps its record of the sales system when its serial number changes', async () => {
  const own = { shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '12x24', basePrice: 6000 };
  await importOrders(office(), { orders: [{ ...own, serialNumber: 'SO-1' }] });
  await world.createOrders(20); // so that one more change is never too much
  const readOrders = () => world.db('orders').whereLike('serial_number', 'SO-%').orderBy('id');
  const ids = await readOrders().pluck('id');
  const { item } = await createKey(office(), { name: 'Sales system', scopes: ['orders.import'] });
  const actor: Actor = {
    ...world.actor('office.admin'),
    ...{ id: item._id, name: item.name, scopes: ['session.use', 'orders.import'] },
  };
  const push = async (hour: number, more: Row) => {
    const row = { ...readSampleRows()[0], id: '77', timestamp: `2026-11-20T${hour}:00:00Z`, ...more };
    const { rows } = await receiveOrders(world.ctx('office.admin', { actor, via: 'key' }), { orders: [row] });
    return rows[0]?.state;
  };
  expect(await push(10, { serialNumber: 'SO-1' })).toBe('proposed');
  expect(await push(11, { serialNumber: 'SO-2' })).toBe('proposed');
  expect(await readOrders().select('id', 'serial_number')).toEqual([{ id: ids[0], serial_number: 'SO-2' }]);
  expect(await push(12, { serialNumber: 'SO-3', buildingRoofColor: 'Black' })).toBe('proposed');
  expect(await readOrders().pluck('id')).toEqual(ids);
  expect(await world.db('feed_records').pluck('order_id')).toEqual(ids);
  expect(await push(13, { id: '78', serialNumber: 'SO-4' })).toBe('new');
});
