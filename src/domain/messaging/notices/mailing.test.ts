import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findUserByName } from '../../company/users/queries.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { notify, type Notification } from '../../kernel/notices/notify.js';
import { inTransaction } from '../../kernel/service.js';
import { startWorker } from '../../operations/jobs/worker.js';
import { limit } from '../../testing/patience.js';
import { startSmtpSink } from '../../testing/smtp-sink.js';
import { notifyEveryone } from '../../testing/notify-everyone.js';
import { homeShop, silent, useWorld, type ActorName } from '../../testing/world.js';
import { updateNoticeChoices, getNoticeChoices } from './choices.js';
import { reportFactors } from './factors.js';
import { countUnreadNotices, listNotices, markNoticeRead, markNoticesRead, markNoticeUnread } from './list.js';
import { mailNotices, sendDueNotices } from './mailing.js';

const world = useWorld();
const task = () => ({ db: world.db, clock: { now: () => world.now }, logger: silent });
const MORNING = new Date('2026-11-18T15:00:00Z');

beforeEach(() => void (world.now = MORNING));
afterEach(async () => {
  for (const table of ['notifications', 'notice_choices', 'notice_quiet_hours', 'outbox_messages'])
    await world.db(table).delete();
});

async function send(kind: NoticeKind, more: Partial<Notification> = {}): Promise<string> {
  const shopId = more.shopId === undefined ? await world.findShopId(homeShop) : more.shopId;
  const words = { type: 'info', msg: 'Order Pushed', content: 'Order T-1 was pushed to you.' } as const;
  return inTransaction(world.ctx('office.user'), (tx) => notify(tx, { kind, ...words, ...more, shopId }), false);
}

const choose = (name: ActorName, choices: Parameters<typeof updateNoticeChoices>[1]['choices']) =>
  updateNoticeChoices(world.ctx(name), { choices });
const mails = async () =>
  (await world.db('outbox_messages').orderBy('id').pluck('payload')) as { to: string; subject: string; text: string }[];
const readShown = async (name: ActorName) => (await listNotices(world.ctx(name), {})).items.map(({ _id }) => _id);
const readDelivery = async (name: ActorName, kind: NoticeKind) =>
  (await getNoticeChoices(world.ctx(name), {})).items.find((one) => one.kind === kind)?.delivery;

describe('the choices of a user', () => {
  test('replace the default of the role, until they are reset', async () => {
    expect(await readDelivery('shop.admin', 'lowStock')).toBe('daily');
    await choose('shop.admin', { lowStock: 'weekly' });
    expect(await readDelivery('shop.admin', 'lowStock')).toBe('weekly');
    expect(await readDelivery('shop.user', 'lowStock')).toBe('app');
    await choose('shop.admin', { lowStock: null });
    expect(await readDelivery('shop.admin', 'lowStock')).toBe('daily');
  });

  test('cover only the kinds that the user can receive', async () => {
    const kinds = (await getNoticeChoices(world.ctx('builder'), {})).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['orders', 'holds', 'mentions', 'tickets', 'account']);
    await expect(choose('builder', { invoices: 'mail' })).rejects.toMatchObject({
      errors: [{ path: 'choices.invoices' }],
    });
    await expect(choose('shop.admin', { approvals: 'daily' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('cannot turn off notices about their own account', async () => {
    await expect(choose('builder', { account: 'off' })).rejects.toMatchObject({
      errors: [{ path: 'choices.account', msg: 'cannot be turned off' }],
    });
    await choose('builder', { account: 'app' });
  });

  test('do not exist for the command line and API keys, which get the defaults of their role', async () => {
    const { items, email } = await getNoticeChoices(world.ctx('system'), {});
    expect([items.every(({ delivery, usual }) => delivery === usual), email]).toEqual([true, '']);
    await expect(choose('system', { approvals: 'app' })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('include quiet hours between two different times of day', async () => {
    const set = (quiet: { from: string; to: string } | null) => updateNoticeChoices(world.ctx('shop.user'), { quiet });
    expect((await set({ from: '21:00', to: '06:30' })).quiet).toEqual({ from: '21:00', to: '06:30' });
    expect((await choose('shop.user', { orders: 'mail' })).quiet).toEqual({ from: '21:00', to: '06:30' });
    await expect(set({ from: '21:00', to: '21:00' })).rejects.toMatchObject({ errors: [{ path: 'quiet.to' }] });
    await expect(set({ from: '24:00', to: '06:00' })).rejects.toMatchObject({ errors: [{ path: 'quiet.from' }] });
    expect((await set(null)).quiet).toBeNull();
  });
});

describe('the list behind the bell', () => {
  test('shows what was not turned off, with its link, and counts what is unread', async () => {
    const order = await world.createPushedOrder('InQueue');
    const first = await send('orders', { link: { to: 'order', id: order } });
    world.now = new Date(MORNING.getTime() + 1000);
    const second = await send('invoices');
    expect(await listNotices(world.ctx('shop.user'), {})).toMatchObject({
      items: [
        { _id: second, label: 'Invoices and payments', href: null, read: false },
        { _id: first, label: 'Changes to orders', href: `/shop/order/form?id=${order}`, settled: false },
      ],
      ...{ total: 2, unread: 2 },
    });
    expect(await readShown('builder')).toEqual([first]);
    expect(await readShown('other.shop')).toEqual([]);
    expect(await readShown('office.admin')).toEqual([]);
    await choose('shop.user', { invoices: 'off' });
    expect(await readShown('shop.user')).toEqual([first]);
    expect(await readShown('shop.admin')).toEqual([second, first]);
  });

  test('is read separately by each user, one by one or all up to a time, and can be set to unread', async () => {
    const first = await send('orders');
    const unread = async (name: ActorName) => (await countUnreadNotices(world.ctx(name), {})).unread;
    await markNoticeRead(world.ctx('shop.user'), { id: first });
    expect([await unread('shop.user'), await unread('shop.admin')]).toEqual([0, 1]);
    expect((await listNotices(world.ctx('shop.user'), { show: 'unread' })).items).toEqual([]);
    await markNoticeUnread(world.ctx('shop.user'), { id: first });
    expect(await unread('shop.user')).toBe(1);
    const upTo = world.now.toISOString();
    world.now = new Date(MORNING.getTime() + 1000);
    await send('orders');
    expect(await markNoticesRead(world.ctx('shop.user'), { upTo })).toEqual({
      msg: '1 notice marked as read.',
      marked: 1,
    });
    expect(await markNoticesRead(world.ctx('shop.user'), {})).toMatchObject({ marked: 1 });
    expect(await unread('shop.user')).toBe(0);
  });

  test('is closed to others: a notice of another shop, user or kind does not exist', async () => {
    const ofShop = await send('invoices');
    const mention = await send('mentions', { userId: world.actor('shop.user').id ?? '' });
    for (const name of ['other.shop', 'builder', 'office.admin'] as const)
      for (const id of [ofShop, mention])
        for (const mark of [markNoticeRead, markNoticeUnread])
          await expect(mark(world.ctx(name), { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(markNoticeRead(world.ctx('shop.admin'), { id: mention })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('an immediate email', () => {
  test('goes once to those who chose it, with the record, the reason, and where to change that', async () => {
    await choose('shop.admin', { orders: 'mail' });
    const order = await world.createPushedOrder('InQueue');
    await world.db('notifications').delete();
    await send('orders', { link: { to: 'order', id: order } });
    await notifyEveryone(world);
    await notifyEveryone(world);
    const sentMails = await mails();
    expect(sentMails.map(({ to }) => to)).toEqual(['shop.admin@demo.test']);
    expect(sentMails[0]).toMatchObject({
      subject: 'Heartland Portable Buildings: Order Pushed',
      text: expect.stringContaining('Order T-1 was pushed to you.') as string,
      content: {
        action: { label: 'Open the order', path: `/shop/order/form?id=${order}` },
        why: expect.stringContaining('"Changes to orders"') as string,
        change: { path: '/shop/notifications' },
      },
    });
  });

  test('never goes to a user who may not receive the kind, whatever is stored', async () => {
    for (const name of ['builder', 'other.shop', 'office.admin'] as const)
      await world.db('notice_choices').insert({ user_id: world.actor(name).id, kind: 'invoices', delivery: 'mail' });
    await send('invoices');
    await notifyEveryone(world);
    expect(await mails()).toEqual([]);
  });

  test('goes only to the user that a notice is for', async () => {
    await send('mentions', { userId: world.actor('shop.user').id ?? '' });
    await notifyEveryone(world);
    expect((await mails()).map(({ to }) => to)).toEqual(['shop.user@demo.test']);
  });

  test("about the user's own account is sent immediately, even in quiet hours, and only once", async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), { quiet: { from: '00:00', to: '23:59' } });
    const person = (await findUserByName(world.db, 'shop.admin@demo.test')) ?? expect.fail();
    await inTransaction(world.ctx('shop.admin'), (tx) => reportFactors(tx, person, 'You added a passkey.'), false);
    await notifyEveryone(world);
    expect(await mails()).toMatchObject([
      {
        to: 'shop.admin@demo.test',
        subject: 'Heartland Portable Buildings: Your second factors changed',
        content: {
          action: { path: '/shop/security' },
          why: expect.stringContaining('security of your account') as string,
          change: { path: '/shop/notifications' },
        },
      },
    ]);
  });

  test('is not sent for a notice that was read or resolved before', async () => {
    await choose('shop.admin', { orders: 'mail' });
    const [readNotice, settledNotice] = [await send('orders'), await send('orders')];
    await markNoticeRead(world.ctx('shop.admin'), { id: readNotice });
    await world.db('notifications').where({ id: settledNotice }).update({ settled_at: world.now });
    await notifyEveryone(world);
    expect(await mails()).toEqual([]);
  });

  test('waits for the end of quiet hours and then covers everything since, except what was read in the meantime', async () => {
    await updateNoticeChoices(world.ctx('shop.admin'), {
      choices: { orders: 'mail', invoices: 'mail' },
      quiet: { from: '21:00', to: '06:00' },
    });
    world.now = new Date('2026-11-19T04:00:00Z'); // 22:00 in Chicago
    await send('orders', { content: 'The first' });
    await send('invoices', { content: 'The second' });
    const third = await send('orders', { content: 'The third' });
    await notifyEveryone(world);
    world.now = new Date('2026-11-19T11:59:00Z');
    await sendDueNotices(task());
    expect(await mails()).toEqual([]);
    await markNoticeRead(world.ctx('shop.admin'), { id: third });
    world.now = new Date('2026-11-19T12:00:00Z');
    await sendDueNotices(task());
    await sendDueNotices(task());
    const sentMails = await mails();
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]?.subject).toBe('Heartland Portable Buildings: 2 notices');
    expect(sentMails[0]?.text).toMatch(/The first[^]*The second/);
    expect(sentMails[0]?.text).not.toContain('The third');
  });

  test('that waited for the end of quiet hours goes neither to a user of another shop by then, nor after it is off', async () => {
    const quiet = { from: '21:00', to: '06:00' };
    for (const name of ['shop.admin', 'shop.user'] as const)
      await updateNoticeChoices(world.ctx(name), { choices: { orders: 'mail' }, quiet });
    world.now = new Date('2026-11-19T04:00:00Z'); // 22:00 in Chicago
    await send('orders');
    await notifyEveryone(world);
    const { id, shopId } = world.actor('shop.admin');
    await world
      .db('users')
      .where({ id })
      .update({ shop_id: world.actor('other.shop').shopId });
    await choose('shop.user', { orders: 'off' });
    world.now = new Date('2026-11-19T12:00:00Z');
    await sendDueNotices(task());
    await world.db('users').where({ id }).update({ shop_id: shopId });
    await sendDueNotices(task());
    expect(await mails()).toEqual([]);
  });

  test('is sent once when two workers plan and send it simultaneously', async () => {
    await choose('shop.admin', { orders: 'mail' });
    for (let n = 0; n < 5; n++) {
      const id = await send('orders', { content: `Number ${n}` });
      await Promise.all([
        mailNotices(task(), [id]),
        mailNotices(task(), [id]),
        sendDueNotices(task()),
        sendDueNotices(task()),
      ]);
    }
    const texts = (await mails()).map(({ text }) => /Number \d/.exec(text)?.[0]);
    expect(texts.sort()).toEqual(['Number 0', 'Number 1', 'Number 2', 'Number 3', 'Number 4']);
  });

  test('is sent by the worker, as text and HTML', { timeout: limit(40_000) }, async () => {
    await choose('shop.admin', { orders: 'mail' });
    const sink = await startSmtpSink();
    const config = { SMTP_URL: sink.url, MAIL_FROM: 'office@heartland.example.com' };
    const worker = await startWorker({ url: world.url, db: world.db, logger: silent, config });
    try {
      await send('orders', { content: 'Order T-77 was pushed to you.' });
      await vi.waitFor(() => expect(sink.mails).toHaveLength(1), { timeout: limit(30_000), interval: 100 });
      expect(sink.recipients.join()).toContain('shop.admin@demo.test');
      expect(sink.mails[0]).toMatch(/text\/plain[^]*T-77[^]*text\/html[^]*T-77/);
    } finally {
      await worker.stop();
      await sink.stop();
    }
  });
});
