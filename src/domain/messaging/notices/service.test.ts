import { expect, test } from 'vitest';
import { can } from '../../kernel/rights/permissions.js';
import type { DomainEvent } from '../../kernel/context.js';
import { listen } from '../../kernel/events.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { useWorld } from '../../testing/world.js';
import { topics } from '../../kernel/topics.js';
import { createAlert, listUnreadAlerts, markAlertRead } from './service.js';

const world = useWorld();

test('an alert about an invoice is seen by every office user of its shop, marked read by each, and hidden from Builders', async () => {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  const { _id } = await createAlert(world.ctx('office.user'), {
    alert: 'Please call us',
    invoice: { _id: invoice._id },
  });
  for (const name of ['shop.admin', 'shop.user'] as const) {
    expect(await listUnreadAlerts(world.ctx(name), {})).toMatchObject({
      items: [{ _id, content: 'Please call us', read: false, invoice: { _id: invoice._id } }],
      total: 1,
    });
  }
  for (const name of ['builder', 'other.shop', 'office.admin', 'system'] as const) {
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

test('a Builder gets neither a notice nor an event when an invoice is denied or approved', async () => {
  const events: DomainEvent[] = [];
  const hearing = {
    onEvent: (event: DomainEvent) => events.push(event),
    onGap: () => undefined,
    onSilence: () => undefined,
  };
  const listening = listen(world.url, hearing);
  await listening.ready;
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  await updateInvoice(world.ctx('office.user'), {
    id: invoice._id,
    status: 'Denied',
    newMessage: 'The ramp is missing',
  });
  const notices = async (name: 'builder' | 'shop.user') =>
    (await listUnreadAlerts(world.ctx(name), {})).items.filter(({ content }) => content.includes('has been Denied'));
  expect(await notices('shop.user')).toHaveLength(1);
  expect(await notices('builder')).toEqual([]);
  await expect.poll(() => events.some(({ topic }) => topic === 'invoiceAlerts')).toBe(true);
  await listening.stop();
  const getEvents = (name: 'builder' | 'shop.user') =>
    events.filter(({ topic }) => /alert|invoice/i.test(topic) && can(world.actor(name), topics[topic].hear));
  expect(getEvents('shop.user').length).toBeGreaterThan(0);
  expect(getEvents('builder')).toEqual([]);
});

test('only the office can alert a shop, and only about an existing invoice', async () => {
  const input = { alert: 'x', invoice: '019a0000-0000-7000-8000-000000000000' };
  await expect(createAlert(world.ctx('shop.admin'), input)).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(createAlert(world.ctx('view.only'), input)).rejects.toMatchObject({ code: 'view-only' });
  await expect(createAlert(world.ctx('office.user'), input)).rejects.toMatchObject({ code: 'not-found' });
  await expect(createAlert(world.ctx('office.user'), { ...input, alert: ' ' })).rejects.toMatchObject({
    errors: [{ path: 'alert', msg: 'Notice text is required' }],
  });
});
