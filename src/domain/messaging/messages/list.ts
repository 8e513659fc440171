import { z } from 'zod';
import { getScope } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { visible } from '../../orders/reads/queries.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findByOrder, findNewest, findShopMessages, unreadComments, visibleComments } from './queries.js';
import { Comment, CommentPage, shopMessageSort, ShopMessages } from './schema.js';
import { queryOnlyRow, queryFirstRow } from '../../kernel/database/rows.js';

export const listUnreadComments = service({
  summary: "List the messages the signed-in user's office or shop has not read, newest first",
  permission: 'comments.read',
  effect: 'read',
  input: CommentPage,
  output: getList(Comment),
  run: ({ db, actor }, page) => findNewest(db, actor, unreadComments(db, actor), page),
});

export const listComments = service({
  summary: 'List all messages the signed-in user can see, newest first',
  permission: 'comments.read',
  effect: 'read',
  input: CommentPage,
  output: getList(Comment),
  run: ({ db, actor }, page) => findNewest(db, actor, visibleComments(db, actor), page),
});

export const listOrderComments = service({
  summary: 'List messages about orders, newest first; `orderId` selects one order',
  permission: 'comments.read',
  effect: 'read',
  input: CommentPage.extend({ orderId: Id.optional() }),
  output: getList(Comment),
  run: async (ctx, { orderId, ...page }) => {
    const comments = visibleComments(ctx.db, ctx.actor).whereNotNull('c.order_id');
    if (orderId) {
      if (!(await visible(ctx).where('o.id', orderId).first('o.id'))) throw notFound('Order');
      comments.where('c.order_id', orderId);
    }
    return findNewest(ctx.db, ctx.actor, comments, page);
  },
});

export const listShopComments = service({
  summary:
    'List the messages between the office and a shop by order: general messages first, then the order with the latest message',
  permission: 'comments.read',
  effect: 'read',
  input: CommentPage.extend(RecordId.shape),
  output: getList(Comment).extend({ shop: NamedRecord, unread: z.int() }),
  run: async (ctx, { id, ...page }) => {
    const scope = getScope(ctx.actor);
    if (scope && scope !== id) throw notFound('Shop');
    const shop = await queryFirstRow<z.output<typeof NamedRecord>>(
      ctx.db('shops').where({ id }).first({ _id: 'id', name: 'name' }),
    );
    if (!shop) throw notFound('Shop');
    const comments = visibleComments(ctx.db, ctx.actor).where('c.shop_id', id);
    const sums = await queryOnlyRow<{ unread: number }>(
      unreadComments(ctx.db, ctx.actor).where('c.shop_id', id).count({ unread: '*' }),
    );
    return { ...(await findByOrder(ctx.db, ctx.actor, comments, page)), shop, unread: sums.unread };
  },
});

export const listShopMessages = service({
  summary: 'List shops with the number of messages the office has not read',
  permission: 'shops.list',
  effect: 'read',
  input: Listing.extend({ sort: shopMessageSort, size: Listing.shape.size.default(200) }),
  output: getList(ShopMessages),
  run: async ({ db }, listing) => getPage(await findShopMessages(db), listing, ['name']),
});
