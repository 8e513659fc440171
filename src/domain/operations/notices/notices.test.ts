import { beforeEach, describe, expect, test } from 'vitest';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { connect } from '../../kernel/database/database.js';
import { updateNoticeChoices } from '../../messaging/notices/choices.js';
import { countUnreadNotices, listNotices, markNoticeRead, markNoticesRead } from '../../messaging/notices/list.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { homeShop, silent, useWorld, type ActorName } from '../../testing/world.js';
import { sendDigests } from './digest.js';
import { sweepNotices } from './standing.js';

const world = useWorld();
const task = (db = world.db) => ({ db, clock: { now: () => world.now }, logger: silent });
const sweep = () => sweepNotices(task());
const AT_NINE = new Date('2026-11-18T15:00:00Z'); // a Wednesday in Chicago, the time zone of the demo company

beforeEach(async () => {
  world.now = AT_NINE;
  await world.db('shop_item_values').update({ order_point_warning: null, order_point_critical: null });
  await world.db('orders').where({ status: 'On Hold' }).update({ status: 'InQueue' });
  await world.db('invoices').whereIn('status', ['New', 'Adjusted']).update({ status: 'Approved' });
  for (const table of ['notifications', 'notice_choices', 'notice_quiet_hours', 'notice_digests', 'outbox_messages'])
    await world.db(table).delete();
});

const notices = async (name: ActorName, kind: NoticeKind) =>
  (await listNotices(world.ctx(name), {})).items.filter((one) => one.kind === kind);
const makeInvoice = async () => {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  return invoice;
};
const approve = (id: string) => updateInvoice(world.ctx('office.admin'), { id, status: 'Approved' });

/** Lets an item of the home shop fall below its order point; returns its name. */
async function runLow(n = 0): Promise<string> {
  const shop_id = await world.findShopId(homeShop);
  const item = (await world.db('items').orderBy('name').offset(n).first('id', 'name')) as { id: string; name: string };
  const low = {
    quantity_in_current: 1,
    quantity_in_received: 0,
    quantity_on_order: 0,
    order_point_warning: 5,
    name: null,
  };
  const changeCount = await world.db('shop_item_values').where({ shop_id, item_id: item.id }).update(low);
  expect(changeCount).toBe(1);
  return item.name;
}
const refill = () => world.db('shop_item_values').update({ order_point_warning: null });

async function holdFor(days: number): Promise<string> {
  const id = await world.createPushedOrder('On Hold');
  const since = new Date(world.now.getTime() - days * 86_400_000);
  await world.db('orders').where({ id }).update({ status_since: since });
  return id;
}

describe('a notice about waiting records', () => {
  test('covers all of them, becomes new again when there are more, and ends with the last one', async () => {
    const [first, second] = [await makeInvoice(), await makeInvoice()];
    await sweep();
    await sweep();
    const [notice, ...otherNotices] = await notices('office.user', 'approvals');
    expect(otherNotices).toEqual([]);
    expect(notice).toMatchObject({
      msg: '2 invoices are waiting for approval',
      href: '/company/approvals',
      read: false,
    });
    expect(notice?.content).toContain(`: ${first.invoiceNumber}, ${homeShop}`);
    await markNoticeRead(world.ctx('office.user'), { id: notice?._id ?? '' });
    await approve(first._id);
    await sweep();
    const [fewer] = await notices('office.user', 'approvals');
    expect(fewer).toMatchObject({ _id: notice?._id, msg: '1 invoice is waiting for approval', read: true });
    expect(fewer?.content).toContain('1 invoice is waiting for approval: ');
    await makeInvoice();
    await sweep();
    expect(await notices('office.user', 'approvals')).toMatchObject([
      { msg: '2 invoices are waiting for approval', read: false },
    ]);
    for (const { id } of (await world.db('invoices').where({ status: 'New' }).select('id')) as { id: string }[])
      await approve(id);
    await sweep();
    expect(await notices('office.user', 'approvals')).toEqual([]);
    expect(second._id).toBeTruthy();
  });

  test('of a shop covers only the shop’s own records, and reaches no one else', async () => {
    const name = await runLow();
    await sweep();
    expect(await notices('shop.user', 'lowStock')).toMatchObject([
      { content: `1 item is below its order point: ${name}.`, href: '/shop/purchase/demand' },
    ]);
    for (const other of ['other.shop', 'builder', 'office.admin'] as const)
      expect(await notices(other, 'lowStock')).toEqual([]);
  });

  test('about holds begins after seven days, for the office and for the shop', async () => {
    const id = await holdFor(6.9);
    await sweep();
    expect(await notices('office.user', 'holds')).toEqual([]);
    world.now = new Date(AT_NINE.getTime() + 0.2 * 86_400_000);
    await sweep();
    expect(await notices('office.user', 'holds')).toMatchObject([{ href: `/company/order/form?id=${id}` }]);
    expect(await notices('shop.user', 'holds')).toMatchObject([{ href: `/shop/order/form?id=${id}` }]);
    expect(await notices('other.shop', 'holds')).toEqual([]);
    expect(await notices('builder', 'holds')).toEqual([]);
  });

  test('about New orders with open alerts reaches those who push them', async () => {
    const [id] = await world.createOrders(1);
    const alert = { code: 'shop', field: 'shop', alert: 'Nobody knows this shop', accepted: false };
    await world
      .db('orders')
      .where({ id })
      .update({ serial_number: 'N-1', alerts: JSON.stringify([alert]) });
    await sweep();
    expect((await notices('office.user', 'orderAlerts'))[0]?.content).toContain('N-1');
    expect(await notices('shop.admin', 'orderAlerts')).toEqual([]);
    await world.db('orders').where({ serial_number: 'N-1' }).delete();
  });

  test('is created once by two processes', async () => {
    await makeInvoice();
    const other = connect(world.url, { max: 2 });
    try {
      await Promise.all([sweep(), sweepNotices(task(other)), sweep(), sweepNotices(task(other))]);
    } finally {
      await other.destroy();
    }
    expect(await notices('office.user', 'approvals')).toHaveLength(1);
  });
});

test('of a denied invoice is resolved when the invoice is', async () => {
  const { _id: id } = await makeInvoice();
  await updateInvoice(world.ctx('office.user'), { id, status: 'Denied', newMessage: 'The ramp is missing' });
  await sweep();
  expect(await notices('shop.user', 'denied')).toMatchObject([{ settled: false }]);
  await updateInvoice(world.ctx('shop.user'), { id, status: 'Adjusted', newMessage: 'Added the ramp' });
  await sweep();
  expect(await notices('shop.user', 'denied')).toMatchObject([{ settled: true }]);
  expect((await countUnreadNotices(world.ctx('shop.user'), {})).unread).toBe(0);
});

const mails = async (to: string) =>
  (
    (await world.db('outbox_messages').orderBy('id').pluck('payload')) as {
      to: string;
      subject: string;
      text: string;
    }[]
  )
    .filter((mail) => mail.to === `${to}@demo.test`)
    .map(({ subject, text }) => ({ subject: subject.replace('Heartland Portable Buildings: ', ''), text }));
const send = (db = world.db) => sendDigests(task(db));

describe('a digest', () => {
  test('has what waits when it is sent and the notices since the previous one; it is sent once a day, after seven', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { choices: { denied: 'daily' } });
    const name = await runLow();
    const { _id: id, invoiceNumber } = await makeInvoice();
    await updateInvoice(world.ctx('office.user'), { id, status: 'Denied', newMessage: 'The ramp is missing' });
    world.now = new Date('2026-11-19T12:59:00Z');
    await send();
    expect(await mails('shop.admin')).toEqual([]);
    world.now = new Date('2026-11-19T13:00:00Z');
    await send();
    await send();
    const [digest, ...otherMails] = await mails('shop.admin');
    expect(otherMails).toEqual([]);
    expect(digest?.subject).toBe('Daily digest, Thursday, November 19');
    expect(digest?.text).toContain(`Low stock (1)\n- ${name}`);
    expect(digest?.text).toContain(
      `Denied invoices (1)\n- Invoice ${invoiceNumber} has been Denied: The ramp is missing`,
    );
    expect(digest?.text).toContain('Notification settings');
    expect(digest?.text).not.toContain('$');
    world.now = new Date('2026-11-20T13:00:00Z');
    await send();
    const next = (await mails('shop.admin'))[1];
    expect(next?.text).toContain('Low stock (1)'); // the order still waits
    expect(next?.text).not.toContain('Denied invoices ('); // the notice was in yesterday's digest
  });

  test('leaves out what was resolved or read in the meantime; without content it is not sent', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { choices: { denied: 'daily' } });
    const { _id: id } = await makeInvoice();
    await updateInvoice(world.ctx('office.user'), { id, status: 'Denied', newMessage: 'The ramp is missing' });
    await runLow();
    await sweep();
    await refill();
    await updateInvoice(world.ctx('shop.user'), { id, status: 'Adjusted', newMessage: 'Added the ramp' });
    await send();
    expect(await mails('shop.admin')).toEqual([]);
    await runLow();
    await send();
    expect(await mails('shop.admin')).toEqual([]); // the day's digest was already created, without content
    world.now = new Date('2026-11-19T15:00:00Z');
    await markNoticesRead(world.ctx('shop.admin'), {});
    await send();
    expect((await mails('shop.admin'))[0]?.text).toContain('Low stock (1)');
  });

  test('goes to those who chose it, with what they may see', async () => {
    await runLow();
    await holdFor(9);
    await send();
    const to = async (name: ActorName) => (await mails(name)).map(({ text }) => text);
    expect((await to('shop.admin'))[0]).toContain('Low stock (1)');
    expect((await to('shop.admin'))[0]).not.toContain('Overdue holds');
    expect((await to('office.admin'))[0]).toContain('Overdue holds (1)');
    expect((await to('office.admin'))[0]).not.toContain('Low stock');
    for (const name of ['shop.user', 'other.shop', 'builder'] as const) expect(await to(name)).toEqual([]);
  });

  test('of a week is sent on Monday, or later if it could not be', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { choices: { lowStock: 'weekly' } });
    await runLow();
    world.now = new Date('2026-11-23T12:59:00Z');
    await send();
    const before = (await mails('shop.admin')).length;
    world.now = new Date('2026-11-25T18:00:00Z');
    await send();
    world.now = new Date('2026-11-29T18:00:00Z');
    await send();
    expect((await mails('shop.admin')).slice(before).map(({ subject }) => subject)).toEqual([
      'Weekly digest, Monday, November 23',
    ]);
  });

  test('waits for the end of quiet hours', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { quiet: { from: '20:00', to: '10:00' } });
    await runLow();
    world.now = new Date('2026-11-18T15:59:00Z');
    await send();
    expect(await mails('shop.admin')).toEqual([]);
    world.now = new Date('2026-11-18T16:00:00Z');
    await send();
    expect(await mails('shop.admin')).toHaveLength(1);
  });

  test('is not lost when quiet hours last into the next day', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { quiet: { from: '06:00', to: '05:00' } });
    await runLow();
    for (const at of ['2026-11-18T15:00:00Z', '2026-11-19T10:59:00Z', '2026-11-19T11:00:00Z', '2026-11-19T11:30:00Z']) {
      world.now = new Date(at);
      await send();
      expect(await mails('shop.admin'), at).toHaveLength(at < '2026-11-19T11:00' ? 0 : 1);
    }
  });

  test('is sent once when two processes create it simultaneously', async () => {
    await runLow();
    const other = connect(world.url, { max: 2 });
    try {
      await Promise.all([send(), send(other), send(), send(other)]);
    } finally {
      await other.destroy();
    }
    expect(await mails('shop.admin')).toHaveLength(1);
    expect(await mails('office.admin')).toHaveLength(0);
  });

  test('that could not be stored is created again', async () => {
    await runLow();
    await world.db.raw(`alter table outbox_messages add constraint no_mail check (payload ->> 'to' = '') not valid`);
    try {
      await expect(send()).rejects.toThrow();
    } finally {
      await world.db.raw('alter table outbox_messages drop constraint no_mail');
    }
    expect(await mails('shop.admin')).toEqual([]);
    await send();
    expect(await mails('shop.admin')).toHaveLength(1);
  });
});
