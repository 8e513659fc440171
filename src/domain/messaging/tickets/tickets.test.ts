import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { deliverMessage, queueWaitingMessages } from '../outbox/deliver.js';
import { listOutbox, resendMessage } from '../outbox/service.js';
import { createSupportDesk } from '../../kernel/platform/monday.js';
import type { SupportDesk } from '../../kernel/platform/support-desk.js';
import { startMondayStandIn, type MondayStandIn } from '../../testing/monday-stand-in.js';
import { homeShop, useWorld, type ActorName } from '../../testing/world.js';
import { notifyEveryone } from '../../testing/notify-everyone.js';
import { updateNoticeChoices } from '../notices/choices.js';
import { listUnreadAlerts } from '../notices/service.js';
import { updateTicket } from './answer.js';
import { createTicket, listOwnTickets, listTickets } from './service.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
let monday: MondayStandIn;
let desk: SupportDesk;
beforeEach(async () => {
  monday = await startMondayStandIn();
  desk = getDesk('Support');
});
afterEach(() => monday.stop());

/** The limits of the product, except for the second one, which is longer there. */
const limits = { lookup: 3000, call: 500 };

function getDesk(group: string, url = monday.url): SupportDesk {
  const config = {
    SUPPORT_MONDAY_TOKEN: monday.token,
    SUPPORT_MONDAY_BOARD: monday.board,
    SUPPORT_MONDAY_GROUP: group,
    SUPPORT_MONDAY_URL: url,
  };
  return createSupportDesk(config, limits) as SupportDesk; // the body must be read to its end
}

const asking = { description: 'The price is wrong\nsince Monday', serialNumber: 'S-77', priority: 'High' as const };
const submit = (name: ActorName, at: SupportDesk | null = desk, email: string | null = null) =>
  createTicket(world.ctx(name, { support: { desk: at, email } }), asking);
const office = () => world.ctx('office.admin');

async function find(id: string) {
  const ticket = (await listTickets(office(), { size: 500 })).items.find(({ _id }) => _id === id);
  const row = (await world.db('support_tickets').where({ id }).first('outbox_id', 'board_item')) as {
    outbox_id: string;
    board_item: string | null;
  };
  return { ...ticket, message: row.outbox_id, boardItem: row.board_item };
}

const deliver = (id: string, more: { at?: SupportDesk | null; last?: boolean; now?: Date } = {}) =>
  deliverMessage(
    {
      db: world.db,
      mailer: null,
      desk: more.at === undefined ? desk : more.at,
      now: more.now ?? world.now,
      last: more.last ?? false,
    },
    id,
  );

describe('a ticket', () => {
  test('is stored and listed for super admins, with copies by email; view-only users may submit one too', async () => {
    const { _id, msg } = await submit('shop.user', null, 'help@support.example.com');
    expect(msg).toBe('Ticket submitted successfully!');
    await submit('view.only', null);
    const tickets = await listTickets(office(), { search: 'since monday', shop: await world.findShopId(homeShop) });
    expect(tickets).toMatchObject({
      total: 1,
      items: [{ ...asking, _id, itemName: homeShop, email: 'shop.user@demo.test', state: 'stored', error: null }],
    });
    const { items } = await listOutbox(office(), { search: _id });
    expect(items.map(({ to }) => to).sort()).toEqual(['help@support.example.com', 'shop.user@demo.test']);
    expect(items[0]?.text).toContain('The price is wrong\nsince Monday');
    for (const name of ['office.user', 'shop.admin', 'view.only'] as const)
      await expect(listTickets(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('requires a description and a priority', async () => {
    const ctx = world.ctx('builder', { support: { desk, email: null } });
    await expect(createTicket(ctx, { description: ' ', priority: 'Now' as never })).rejects.toMatchObject({
      errors: [{ path: 'description', msg: 'Enter the description' }, { path: 'priority' }],
    });
    expect(monday.queries).toEqual([]);
  });

  test('becomes an item on the board, under the name of the shop or the company', async () => {
    const shop = await find((await submit('shop.user'))._id);
    const company = await find((await submit('office.user'))._id);
    for (const { message } of [shop, company]) await deliver(message);
    expect(monday.items.map(({ name, group }) => ({ name, group }))).toEqual([
      { name: homeShop, group: 'group_1' },
      { name: 'Heartland Portable Buildings', group: 'group_1' },
    ]);
    expect(monday.items[0]?.values).toEqual({
      long_text_1: { text: `The price is wrong\nsince Monday\nTicket ${shop._id}` },
      email_1: { email: 'shop.user@demo.test', text: 'shop.user@demo.test' },
      text_1: 'S-77',
      status_1: { label: 'High' },
    });
    expect(await find(shop._id ?? '')).toMatchObject({ state: 'sent', boardItem: '9000' });
  });

  test('is refused when the board has no such group, and nothing is stored', async () => {
    const before = (await listTickets(office(), {})).total;
    await expect(submit('shop.user', getDesk('Nobody'))).rejects.toMatchObject({
      code: 'ticket-group-missing',
      message: 'Failed to submit the ticket. Please try again.',
    });
    expect((await listTickets(office(), {})).total).toBe(before);
  });

  test('is stored when the board cannot be reached, and delivered later', { timeout: limit(30_000) }, async () => {
    const unreachableDesk = getDesk('Support', 'http://127.0.0.1:1/v2');
    const ticket = await find((await submit('shop.user', unreachableDesk))._id);
    expect(ticket.state).toBe('waiting');
    await expect(deliver(ticket.message, { at: unreachableDesk })).rejects.toThrow('cannot be reached');
    monday.mishaps('never');
    const silent = await find((await submit('shop.user'))._id);
    expect(silent.state).toBe('waiting');
    for (const { message } of [ticket, silent]) await deliver(message);
    expect(monday.items).toHaveLength(2);
  });
});

describe('the answer to a ticket', () => {
  const mine = async (name: ActorName, id: string) =>
    (await listOwnTickets(world.ctx(name), { size: 500 })).items.find(({ _id }) => _id === id);
  const notices = async (name: ActorName) =>
    (await listUnreadAlerts(world.ctx(name), {})).items.filter(({ msg }) => msg === 'Your support ticket was answered');

  test('reaches only its submitter: in their list, as a notice and by email', async () => {
    const { _id: id } = await submit('shop.user', null);
    expect(await mine('shop.user', id)).toMatchObject({ status: 'Open', answers: [] });
    const answer = await updateTicket(office(), { id, answer: ' It is Tuesday’s price. ' });
    expect(answer).toMatchObject({ status: 'Answered', revision: 2 });
    expect(await mine('shop.user', id)).toMatchObject({
      status: 'Answered',
      answers: [{ author: 'Anna Keller', content: 'It is Tuesday’s price.', at: world.now.toISOString() }],
    });
    expect(await mine('shop.admin', id)).toBeUndefined();
    expect((await notices('shop.user'))[0]?.content).toContain('It is Tuesday’s price.');
    expect(await notices('shop.admin')).toEqual([]);
    await notifyEveryone(world);
    const { items } = await listOutbox(office(), { search: 'It is Tuesday' });
    expect(items).toMatchObject([
      { to: 'shop.user@demo.test', subject: 'Heartland Portable Buildings: Your support ticket was answered' },
    ]);
    expect(items[0]?.text).toContain('Open your tickets in Shedworks under Help and Support.');
  });

  test('reaches a submitter who is in another shop by then', async () => {
    const { _id: id } = await submit('shop.user', null);
    const { id: userId, shopId } = world.actor('shop.user');
    const move = (shop_id: string | null) => world.db('users').where({ id: userId }).update({ shop_id });
    const otherShop = world.actor('other.shop').shopId;
    await move(otherShop);
    await updateTicket(office(), { id, answer: 'Wherever you are.' });
    await notifyEveryone(world);
    await move(shopId);
    const notice = world.db('notifications').where({ user_id: userId }).whereILike('content', '%Wherever you are.');
    expect(await notice.first('shop_id')).toEqual({ shop_id: otherShop });
    const { items } = await listOutbox(office(), { search: 'Wherever you are' });
    expect(items.map(({ to }) => to)).toEqual(['shop.user@demo.test']);
  });

  test('is not mailed to a submitter who turned that off', async () => {
    await updateNoticeChoices(world.ctx('shop.user'), { choices: { tickets: 'app' } });
    const { _id: id } = await submit('shop.user', null);
    await updateTicket(office(), { id, answer: 'Only in the app.' });
    await notifyEveryone(world);
    expect((await listOutbox(office(), { search: 'Only in the app' })).items).toEqual([]);
    await updateNoticeChoices(world.ctx('shop.user'), { choices: { tickets: null } });
  });

  test('can be followed by more; the ticket can be closed, reopened and filtered by status', async () => {
    const { _id: id } = await submit('builder', null);
    await updateTicket(office(), { id, answer: 'One' });
    await updateTicket(office(), { id, answer: 'Two', status: 'Closed' });
    expect((await mine('builder', id))?.answers.map(({ content }) => content)).toEqual(['One', 'Two']);
    const isListed = async (status: 'Open' | 'Closed') =>
      (await listTickets(office(), { status, size: 500 })).items.some(({ _id }) => _id === id);
    expect([await isListed('Closed'), await isListed('Open')]).toEqual([true, false]);
    await updateTicket(office(), { id, status: 'Open' });
    expect([await isListed('Closed'), await isListed('Open')]).toEqual([false, true]);
    expect((await world.db('audit_entries').whereRaw('? = any(entity_ids)', [id])).length).toBe(3);
  });

  test('is given by super admins, for the version of the ticket they saw', async () => {
    const { _id: id } = await submit('shop.user', null);
    for (const name of ['office.user', 'shop.user', 'view.only'] as const)
      await expect(updateTicket(world.ctx(name), { id, answer: 'x' })).rejects.toMatchObject({
        code: 'permission-denied',
      });
    await updateTicket(office(), { id, answer: 'First', revision: 1 });
    await updateTicket(world.ctx('system'), { id, status: 'Closed', revision: 2 });
    await expect(updateTicket(office(), { id, answer: 'Second', revision: 1 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: 'cli', current: { status: 'Closed', answers: [{ content: 'First' }] } },
    });
    await expect(updateTicket(office(), { id })).rejects.toMatchObject({ errors: [{ path: 'answer' }] });
    await expect(updateTicket(office(), { id, answer: ' ' })).rejects.toMatchObject({ errors: [{ path: 'answer' }] });
    await expect(updateTicket(office(), { id: newId(), answer: 'x' })).rejects.toThrow('Ticket not found');
    expect((await mine('shop.user', id))?.answers).toHaveLength(1);
  });

  test('links to the screen that the ticket was written on, and to nothing else', async () => {
    const page = '/shop/order/form?id=0199a000-0000-7000-8000-000000000000';
    const writing = { ...asking, page, pageTitle: 'Order T-1' };
    const { _id } = await createTicket(world.ctx('shop.user'), writing);
    expect(await find(_id)).toMatchObject({ page, pageTitle: 'Order T-1' });
    for (const wrongPage of ['https://example.com/shop/home', '//example.com', '/other/home', '/shop/home#x'])
      await expect(createTicket(world.ctx('shop.user'), { ...asking, page: wrongPage })).rejects.toMatchObject({
        errors: [{ path: 'page' }],
      });
  });
});

describe('the delivery of a ticket', () => {
  const waiting = async () => find((await submit('shop.user'))._id);

  test('creates no second item if the first may already exist', { timeout: limit(30_000) }, async () => {
    const { message, _id } = await waiting();
    monday.mishapsOfItems('done-in-silence');
    await expect(deliver(message)).rejects.toThrow('no response within 0.5 seconds');
    await deliver(message);
    await world.db('outbox_messages').where({ id: message }).update({ status: 'waiting', sent_at: null });
    await Promise.all([deliver(message), deliver(message), deliver(message)]);
    expect(monday.items).toHaveLength(1);
    expect(await find(_id ?? '')).toMatchObject({ state: 'sent', boardItem: '9000' });
  });

  test('waits as long as the service requests', async () => {
    const { message } = await waiting();
    monday.mishaps({ status: 429, retryAfter: 120 });
    await deliver(message);
    const queries = monday.queries.length;
    await deliver(message, { now: new Date(world.now.getTime() + 119_000) });
    expect(monday.queries).toHaveLength(queries);
    await world.db.raw('delete from graphile_worker._private_jobs');
    await queueWaitingMessages(world.db, new Date(world.now.getTime() + 119_000));
    expect(await readQueued(message)).toBe(0);
    const later = new Date(world.now.getTime() + 121_000);
    await queueWaitingMessages(world.db, later);
    expect(await readQueued(message)).toBe(1);
    await deliver(message, { now: later });
    expect(monday.items).toHaveLength(1);
  });

  test('is abandoned when the service requests pauses of days', async () => {
    const { message } = await waiting();
    monday.mishaps({ status: 429 });
    await expect(deliver(message, { now: new Date(world.now.getTime() + 3 * 24 * 3600_000) })).rejects.toThrow(
      'limiting requests',
    );
    expect((await listOutbox(office(), { status: 'failed', kind: 'ticket' })).items[0]?._id).toBe(message);
  });

  test('fails after the last attempt, can be sent again manually, and never reveals the token', async () => {
    const { message, _id } = await waiting();
    monday.mishaps({ status: 500 });
    await expect(deliver(message, { last: true })).rejects.toThrow(/responded with 500: .*\*\*\*/);
    const failedTicket = await find(_id ?? '');
    expect(failedTicket).toMatchObject({ state: 'failed', error: expect.stringContaining('500') as string });
    const storedMails = JSON.stringify(await world.db('outbox_messages').select('*'));
    expect(storedMails).not.toContain(monday.token);
    expect((await resendMessage(office(), { id: message })).message).toMatchObject({ status: 'waiting', error: null });
    await deliver(message);
    expect((await find(_id ?? '')).state).toBe('sent');
  });

  test('is stored when no board is configured any longer', async () => {
    const { message, _id } = await waiting();
    await deliver(message, { at: null });
    expect((await find(_id ?? '')).state).toBe('kept');
  });

  const readQueued = async (id: string) => {
    const { rows } = (await world.db.raw('select key from graphile_worker.jobs')) as { rows: { key: string }[] };
    return rows.filter(({ key }) => key === `outbox:${id}`).length;
  };
});
