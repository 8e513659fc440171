import { afterEach, describe, expect, test } from 'vitest';
import { listNotices } from '../notices/list.js';
import { homeShop, useWorld, type ActorName } from '../../testing/world.js';
import { notifyEveryone } from '../../testing/notify-everyone.js';
import { findMentioned } from './mentions.js';
import { deleteComment, createComment } from './service.js';
import { sweepNotices } from '../../operations/notices/standing.js';
import { silent } from '../../testing/world.js';

const people = ['Anna Keller', 'Ann', 'Owen Price', 'Owen Miller', 'Zoë Núñez'].map((name) => ({ id: name, name }));

describe('a mention is an @ and a name', () => {
  test.each([
    ['@Anna Keller, please look', ['Anna Keller']],
    ['please, @anna keller.', ['Anna Keller']],
    ['@Anna please', ['Anna Keller']],
    ['@Ann please', ['Ann']],
    ['@Annabel please', []],
    ['@Owen please', []],
    ['@Owen Price and @Owen Miller', ['Owen Price', 'Owen Miller']],
    ['@zoë?', ['Zoë Núñez']],
    ['mail anna@keller.example and x@Ann', []],
    ['@ Ann', []],
    ['@@Ann', ['Ann']],
    ['@Ann @Ann', ['Ann']],
  ])('%s', (text, expected) => {
    expect(findMentioned(text, people).map(({ name }) => name)).toEqual(expected);
  });
});

const world = useWorld();
afterEach(async () => {
  for (const table of ['notifications', 'outbox_messages', 'comments']) await world.db(table).delete();
});
const readNotices = async (name: ActorName) =>
  (await listNotices(world.ctx(name), {})).items.filter(({ kind }) => kind === 'mentions');
const getName = (name: ActorName) => world.actor(name).name;

test('notifies the people who may see the message, by email too, but not its author or users of other shops', async () => {
  const content = `@${getName('shop.user')}, @${getName('builder')}, @${getName('other.shop')} and @${getName('office.user')}: it is done.`;
  await createComment(world.ctx('office.user'), { content, commentFor: await world.findShopId(homeShop) });
  expect(await readNotices('shop.user')).toMatchObject([
    {
      msg: `${getName('office.user')} mentioned you`,
      content: `${getName('office.user')}: ${content}`,
      href: '/shop/messages',
    },
  ]);
  expect(await readNotices('builder')).toHaveLength(1);
  for (const name of ['other.shop', 'office.user', 'office.admin', 'shop.admin'] as const)
    expect(await readNotices(name)).toEqual([]);
  await notifyEveryone(world);
  const mails = (await world.db('outbox_messages').pluck('payload')) as { to: string }[];
  expect(mails.map(({ to }) => to)).toEqual(['shop.user@demo.test']); // a Builder is notified in the app
});

test('the notice leads the office to the conversation with the shop', async () => {
  await createComment(world.ctx('shop.admin'), { content: `@${getName('office.admin')} please call` });
  expect(await readNotices('office.admin')).toMatchObject([
    { href: `/company/messages/shop?id=${await world.findShopId(homeShop)}` },
  ]);
});

test('the notice of a deleted message is no longer counted', async () => {
  const { _id } = await createComment(world.ctx('shop.admin'), { content: `@${getName('office.admin')} please call` });
  await deleteComment(world.ctx('shop.admin'), { id: _id });
  await sweepNotices({ db: world.db, clock: { now: () => world.now }, logger: silent });
  expect(await readNotices('office.admin')).toMatchObject([{ settled: true }]);
});
