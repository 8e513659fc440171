import { expect, test } from 'vitest';
import { newId } from '../../../kernel/ids.js';
import { getOrder } from '../../../orders/service.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { acceptProposals } from '../proposals/decide.js';
import { listProposals } from '../proposals/service.js';
import { readSampleRows, takeFeedRows } from '../testing/feed-rows.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

test.each(['New', 'InQueue'] as const)(
  "a %s order whose sale moves to another shop gets that shop's own dealer of the same name, and its haul",
  async (status) => {
    const [sample = {}] = readSampleRows();
    const [id = ''] = await world.createOrders([{ ...sample, id: `M-${status}`, serialNumber: `M-${status}` }]);
    await world.db('orders').where({ id }).update({ status });
    const before = await getOrder(office(), { id });
    expect(before).toMatchObject({ dealer: 'Hilltop Storage', shop: { name: homeShop } });
    const shop = await world.findShopId(otherShop);
    const namesake = { id: newId(), name: 'Hilltop Storage', shop_id: shop, haul_percent: 150 };
    await world.db('dealers').insert(namesake);
    const { source } = (await world.db('order_sources').where({ order_id: id }).first('source')) as { source: object };
    const row = { ...source, shopName: otherShop, timestamp: '2030-01-01T10:00:00Z' };
    await takeFeedRows(office(), { rows: [row], source: 'Sales feed', takesAtOnce: ['facts'] });
    const [proposal] = (await listProposals(office(), { order: id })).items;
    expect(proposal?.changes.map(({ label }) => label)).toEqual(['Shop']);
    expect(await acceptProposals(office(), { items: [{ id: proposal?._id ?? '' }] })).toMatchObject({ decided: 1 });
    const after = await getOrder(office(), { id });
    expect(after).toMatchObject({ dealer: 'Hilltop Storage', dealerId: namesake.id, shop: { name: otherShop } });
    expect(after.haul).toBeGreaterThan(before.haul ?? Infinity);
    await world.db('orders').delete();
    await world.db('dealers').where({ id: namesake.id }).delete();
  },
);

test('a pushed order whose dealer is not found at its new shop waits with that warning', async () => {
  const [sample = {}] = readSampleRows();
  const [id = ''] = await world.createOrders([{ ...sample, id: 'M-3', serialNumber: 'M-3' }]);
  await world.db('orders').where({ id }).update({ status: 'InQueue' });
  const [own, third] = [newId(), newId()];
  await world.db('shops').insert({ id: third, name: 'Third Shop' });
  await world.db('dealers').insert({ id: own, name: 'Hilltop Storage', shop_id: third, haul_percent: 150 });
  const { source } = (await world.db('order_sources').where({ order_id: id }).first('source')) as { source: object };
  const row = { ...source, shopName: otherShop, timestamp: '2030-01-01T10:00:00Z' };
  await takeFeedRows(office(), { rows: [row], source: 'Sales feed', takesAtOnce: ['facts'] });
  const [proposal] = (await listProposals(office(), { order: id })).items;
  expect(proposal?.warnings).toEqual(['Dealer "Hilltop Storage" not found']);
});
