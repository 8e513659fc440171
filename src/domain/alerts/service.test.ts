import { expect, test } from 'vitest';
import { createInvoice } from '../invoices/create-service.js';
import { useWorld } from '../testing/world.js';
import { createAlert, listUnreadAlerts, markAlertRead } from './service.js';

const world = useWorld();

test('an alert is seen by everybody of its shop and read by each for themselves', async () => {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.finishedOrder() });
  const { _id } = await createAlert(world.ctx('office.user'), {
    alert: 'Please call us',
    invoice: { _id: invoice._id },
  });
  for (const name of ['shop.admin', 'shop.user', 'builder'] as const) {
    expect(await listUnreadAlerts(world.ctx(name), {})).toMatchObject({
      items: [{ _id, content: 'Please call us' }],
      total: 1,
    });
  }
  for (const name of ['other.shop', 'office.admin', 'system'] as const) {
    expect(await listUnreadAlerts(world.ctx(name), {})).toEqual({ items: [], total: 0 });
    await expect(markAlertRead(world.ctx(name), { id: _id })).rejects.toMatchObject({ code: 'not-found' });
  }
  await markAlertRead(world.ctx('shop.user'), { id: _id });
  await markAlertRead(world.ctx('shop.user'), { id: _id });
  expect((await listUnreadAlerts(world.ctx('shop.user'), {})).total).toBe(0);
  expect((await listUnreadAlerts(world.ctx('shop.admin'), {})).total).toBe(1);
  const trail = await world.db('audit_entries').whereRaw('? = any(entity_ids)', [_id]);
  expect(trail).toHaveLength(1);
});

test('only the office alerts a shop, about an invoice that exists', async () => {
  const input = { alert: 'x', invoice: '019a0000-0000-7000-8000-000000000000' };
  await expect(createAlert(world.ctx('shop.admin'), input)).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(createAlert(world.ctx('view.only'), input)).rejects.toMatchObject({ code: 'view-only' });
  await expect(createAlert(world.ctx('office.user'), input)).rejects.toMatchObject({ code: 'not-found' });
  await expect(createAlert(world.ctx('office.user'), { ...input, alert: ' ' })).rejects.toMatchObject({
    errors: [{ path: 'alert', msg: 'Alert text is required' }],
  });
});
