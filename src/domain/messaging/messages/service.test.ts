import { describe, expect, test } from 'vitest';
import { deleteOrder } from '../../orders/life/delete.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { listComments, listOrderComments, listShopComments, listShopMessages, listUnreadComments } from './list.js';
import { deleteComment, markCommentRead, markCommentsRead, createComment } from './service.js';

const world = useWorld();
const unread = async (who: Parameters<typeof world.ctx>[0]) =>
  (await listUnreadComments(world.ctx(who), {})).items.map(({ content }) => content);

describe('a message', () => {
  test("from a shop goes to the company, one from the office to the order's shop; the sender cannot choose otherwise", async () => {
    const order = await world.createPushedOrder('Building');
    const shop = await world.findShopId(homeShop);
    const forgedFields = { author: 'The owner', commentForType: 'Shop', datetime: '2001-01-01', read: true };
    const question = await createComment(world.ctx('shop.user'), { content: ' Which door? ', order, ...forgedFields });
    const company = ((await world.db('companies').first('id')) as { id: string }).id;
    const { id, name } = world.actor('shop.user');
    expect(question).toMatchObject({
      content: 'Which door?',
      order: { _id: order, serialNumber: expect.stringMatching(/^T-/) as string },
      shop: { _id: shop, name: homeShop },
      author: name,
      sender: { name },
      commentFor: company,
      commentForType: 'Company',
      commentFrom: { _id: id, name },
      commentFromType: 'Shop',
      datetime: world.now.toISOString(),
      read: false,
    });
    const answer = await createComment(world.ctx('office.user'), { content: 'The wide one', order: { _id: order } });
    expect(answer).toMatchObject({ commentFor: shop, commentForType: 'Shop', commentFromType: 'Company' });
    const thread = await listOrderComments(world.ctx('builder'), { orderId: order });
    expect(thread).toMatchObject({ items: [{ _id: answer._id }, { _id: question._id }], total: 2 });
  });

  test('is marked read only by the receiving side, once for the whole side', async () => {
    const { _id } = await createComment(world.ctx('shop.admin'), { content: 'Who reads this?' });
    expect(await unread('shop.user')).not.toContain('Who reads this?');
    for (const shopPerson of ['shop.admin', 'shop.user', 'builder'] as const)
      await expect(markCommentRead(world.ctx(shopPerson), { id: _id })).rejects.toMatchObject({ code: 'not-receiver' });
    await expect(markCommentRead(world.ctx('other.shop'), { id: _id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await unread('office.admin')).toContain('Who reads this?');
    await markCommentRead(world.ctx('view.only'), { id: _id });
    await markCommentRead(world.ctx('office.admin'), { id: _id });
    expect(await unread('office.admin')).not.toContain('Who reads this?');
    expect(
      (await listShopComments(world.ctx('shop.user'), { id: await world.findShopId(homeShop) })).items,
    ).toContainEqual(expect.objectContaining({ _id, read: true }));
  });

  test('that a Builder marks read stays unread for the office staff of the shop, but not for the Builder', async () => {
    const order = await world.createPushedOrder('Building');
    const { _id } = await createComment(world.ctx('office.user'), { content: 'For the desk', order });
    expect(await unread('builder')).toContain('For the desk');
    await markCommentRead(world.ctx('builder'), { id: _id });
    await markCommentRead(world.ctx('builder'), { id: _id });
    expect(await unread('builder')).not.toContain('For the desk');
    expect(await unread('shop.admin')).toContain('For the desk');
    const readShown = async (who: 'builder' | 'shop.user' | 'office.user') =>
      (await listOrderComments(world.ctx(who), { orderId: order })).items[0]?.read;
    expect([await readShown('builder'), await readShown('shop.user'), await readShown('office.user')]).toEqual([
      true,
      false,
      false,
    ]);
    await markCommentRead(world.ctx('shop.user'), { id: _id });
    expect(await unread('shop.admin')).not.toContain('For the desk');
    expect(await readShown('office.user')).toBe(true);
  });

  test('is marked read together with all others of one shop or of all, up to the newest one seen', async () => {
    const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    const write = (who: 'shop.user' | 'other.shop', content: string) => createComment(world.ctx(who), { content });
    await markCommentsRead(world.ctx('office.user'), {});
    await write('shop.user', 'h1');
    await write('other.shop', 'o1');
    const seenAt = world.now.toISOString();
    world.now = new Date(world.now.getTime() + 1000);
    await write('shop.user', 'h2');
    await createComment(world.ctx('office.user'), { content: 'to the shop', commentFor: home });
    expect((await listShopComments(world.ctx('office.user'), { id: home })).unread).toBe(2);
    expect(await markCommentsRead(world.ctx('office.user'), { shop: home, upTo: seenAt })).toEqual({
      msg: '1 message marked as read.',
      marked: 1,
    });
    expect(await unread('office.admin')).toEqual(['h2', 'o1']);
    await expect(markCommentsRead(world.ctx('shop.user'), { shop: other })).rejects.toThrow('Shop not found');
    expect((await markCommentsRead(world.ctx('builder'), {})).marked).toBeGreaterThan(0);
    expect(await unread('builder')).toEqual([]);
    expect(await unread('shop.admin')).toContain('to the shop');
    expect((await markCommentsRead(world.ctx('view.only'), {})).marked).toBe(2);
    expect(await unread('office.admin')).toEqual([]);
    await markCommentsRead(world.ctx('shop.user'), {});
    expect(await unread('shop.admin')).toEqual([]);
    expect((await listShopComments(world.ctx('shop.user'), { id: home })).unread).toBe(0);
    await world.db('comments').whereIn('content', ['h1', 'h2', 'o1', 'to the shop']).delete();
  });

  test('requires text, a receiver, and an order that its shop can see', async () => {
    const [order = ''] = await world.createOrders(1);
    const office = world.ctx('office.user');
    await expect(createComment(office, { content: ' \n', order })).rejects.toMatchObject({
      errors: [{ path: 'content', msg: 'Please enter a message' }],
    });
    await expect(createComment(office, { content: 'x' })).rejects.toMatchObject({ errors: [{ path: 'commentFor' }] });
    await expect(createComment(office, { content: 'x', order })).rejects.toMatchObject({ errors: [{ path: 'order' }] });
    const other = await world.findShopId(otherShop);
    const pushedOrder = await world.createPushedOrder('InQueue');
    await expect(createComment(office, { content: 'x', order: pushedOrder, commentFor: other })).rejects.toMatchObject({
      errors: [{ path: 'commentFor' }],
    });
    await expect(createComment(office, { content: 'x', commentFor: pushedOrder })).rejects.toThrow('Shop not found');
    await expect(createComment(world.ctx('builder'), { content: 'x' })).rejects.toThrow('Permission Denied');
  });

  test('can be deleted by its author or an Office Admin, and the history keeps it', async () => {
    const write = async () => (await createComment(world.ctx('shop.user'), { content: 'Wrong shed' }))._id;
    const id = await write();
    for (const who of ['shop.admin', 'office.user'] as const)
      await expect(deleteComment(world.ctx(who), { id })).rejects.toMatchObject({ code: 'not-author' });
    await expect(deleteComment(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
    await deleteComment(world.ctx('shop.user'), { id });
    await deleteComment(world.ctx('office.admin'), { id: await write() });
    const trail = (await world
      .db('audit_entries')
      .whereRaw('? = any(entity_ids)', [id])
      .orderBy('id')
      .select('action', 'before')) as { action: string; before: object }[];
    expect(trail).toMatchObject([{ action: 'add' }, { action: 'delete', before: { content: 'Wrong shed' } }]);
  });

  test('sent twice with the same key is one message, even when sent simultaneously', async () => {
    const key = { key: 'the same', hash: 'the same text' };
    const send = () => createComment(world.ctx('shop.user', { idempotency: key }), { content: 'Only once' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await send()).toEqual(first);
    expect(await world.db('comments').where({ content: 'Only once' }).pluck('id')).toEqual([first._id]);
  });
});

describe('the message board of a shop', () => {
  test('has messages without an order first, then by order, each newest first, 20 per page', async () => {
    const id = await world.findShopId(otherShop);
    const [early, late] = [
      await world.createPushedOrder('InQueue', otherShop),
      await world.createPushedOrder('InQueue', otherShop),
    ];
    const write = (content: string, order?: string) => createComment(world.ctx('other.shop'), { content, order });
    for (const [content, order] of [['e1', early], ['none1'], ['l1', late], ['e2', early], ['none2']] as const)
      await write(content, order);
    const contents = async (page: number, size?: number) =>
      (await listShopComments(world.ctx('office.user'), { id, page, size })).items.map(({ content }) => content);
    expect(await contents(1)).toEqual(['none2', 'none1', 'e2', 'e1', 'l1']);
    expect(await contents(2, 3)).toEqual(['e1', 'l1']);
    for (let n = 0; n < 18; n += 1) await write(`more ${n}`, late);
    expect(await listShopComments(world.ctx('other.shop'), { id })).toMatchObject({
      total: 23,
      shop: { _id: id, name: otherShop },
      items: expect.objectContaining({ length: 20 }) as object,
    });
    expect((await contents(1)).slice(0, 3)).toEqual(['none2', 'none1', 'more 17']);
  });

  test('keeps the serial number of an order that was deleted or left the shop, without a link', async () => {
    const [deletedOrder, movedOrder] = [
      await world.createPushedOrder('InQueue'),
      await world.createPushedOrder('InQueue'),
    ];
    for (const order of [deletedOrder, movedOrder])
      await createComment(world.ctx('office.user'), { content: `About ${order}`, order });
    await deleteOrder(world.ctx('office.user'), { id: deletedOrder });
    await world
      .db('orders')
      .where({ id: movedOrder })
      .update({ shop_id: await world.findShopId(otherShop) });
    const { items } = await listShopComments(world.ctx('shop.admin'), { id: await world.findShopId(homeShop) });
    for (const order of [deletedOrder, movedOrder])
      expect(items.find(({ content }) => content === `About ${order}`)?.order).toEqual({
        _id: null,
        serialNumber: expect.stringMatching(/^T-/) as string,
      });
    await expect(listOrderComments(world.ctx('shop.admin'), { orderId: movedOrder })).rejects.toThrow(
      'Order not found',
    );
    expect((await listOrderComments(world.ctx('other.shop'), { orderId: movedOrder })).items).toEqual([]);
  });

  test('is closed to other shops, whose lists have none of its messages', async () => {
    const id = await world.findShopId(otherShop);
    await expect(listShopComments(world.ctx('shop.admin'), { id })).rejects.toThrow('Shop not found');
    const comments = await listComments(world.ctx('shop.admin'), { size: 500 });
    expect(new Set(comments.items.map(({ shop }) => shop.name))).toEqual(new Set([homeShop]));
    expect(comments.total).toBe(comments.items.length);
  });

  test('is listed for the office with its number of unread messages, highest first', async () => {
    await world.db('comments').update({ read_at: world.now });
    const before = await listShopMessages(world.ctx('office.user'), {});
    expect(new Set(before.items.map(({ unread: n }) => n))).toEqual(new Set([0]));
    for (const content of ['one', 'two']) await createComment(world.ctx('other.shop'), { content });
    await createComment(world.ctx('office.user'), {
      content: 'not for us',
      commentFor: await world.findShopId(homeShop),
    });
    const { items, total } = await listShopMessages(world.ctx('office.user'), { size: 1 });
    expect(items).toMatchObject([{ name: otherShop, unread: 2 }]);
    expect(total).toBe(before.total);
    expect((await listUnreadComments(world.ctx('office.admin'), {})).total).toBe(2);
  });
});
