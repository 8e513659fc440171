import { z } from 'zod';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { RecordId } from '../../kernel/records/record.js';
import { visible } from '../../orders/reads/queries.js';
import { service } from '../../kernel/service.js';
import { notifyMentioned } from './mentions.js';
import { findNewest, markRead, unreadComments, visibleComments } from './queries.js';
import { mayDelete, mayMarkRead, getReceiver } from './rules.js';
import { Comment, MarkCommentsRead, WriteComment } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

export const createComment = service({
  summary: 'Send a message, about an order or in general: from a shop to the office, or from the office to a shop',
  permission: 'comments.write',
  effect: 'write',
  input: WriteComment,
  output: Comment,
  run: async (ctx, { content, commentFor, order }) => {
    const about = order ? await aboutOrder(ctx, typeof order === 'string' ? order : order._id, commentFor) : null;
    const shop = about?.shop_id ?? (await addressee(ctx, commentFor));
    const id = newId();
    await ctx.db('comments').insert({
      id,
      shop_id: shop,
      order_id: about?.id ?? null,
      serial_number: about?.serial_number ?? null,
      for_type: getReceiver(ctx.actor.role),
      author_id: ctx.actor.id,
      author_name: ctx.actor.name,
      content,
      at: ctx.clock.now(),
    });
    await ctx.audit({
      action: 'add',
      entity: 'comment',
      id,
      shopId: shop,
      after: { content, order: about?.id ?? null },
    });
    await notifyMentioned(ctx, { id, shop, content });
    await ctx.publish({ topic: 'comments', shopIds: [shop], ids: [id] });
    return findOne(ctx, id);
  },
});

interface About {
  readonly id: string;
  readonly serial_number: string;
  readonly shop_id: string;
}

/**
 * The order a message is about, which its shop must be able to see. Throws not-found, or invalid-input if the order
 * has no shop or a shop other than the given one.
 */
async function aboutOrder(ctx: WriteCtx, id: string, shop: string | null | undefined): Promise<About> {
  const record = await queryFirstRow<Omit<About, 'shop_id'> & { shop_id: string | null; status: string }>(
    visible(ctx).where('o.id', id).forShare().first('o.id', 'o.serial_number', 'o.shop_id', 'o.status'),
  );
  if (!record) throw notFound('Order');
  const { shop_id, status } = record;
  if (shop_id === null || status === 'New')
    throw invalid('order', 'This order is not at a shop yet. Push it to shops first.');
  if (getScope(ctx.actor) === null && shop && shop !== shop_id) throw invalid('commentFor', "is not this order's shop");
  return { ...record, shop_id };
}

/** The shop whose conversation a message without an order belongs to: the writer's, or the one the office chose. */
async function addressee(ctx: WriteCtx, shop: string | null | undefined): Promise<string> {
  const scope = getScope(ctx.actor);
  if (scope) return scope;
  if (!shop) throw invalid('commentFor', 'Choose a shop');
  if (!(await ctx.db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
  return shop;
}

async function findOne(ctx: WriteCtx, id: string): Promise<Comment> {
  const comments = visibleComments(ctx.db, ctx.actor).where('c.id', id);
  const { items } = await findNewest(ctx.db, ctx.actor, comments, { page: 1, size: 1 });
  if (!items[0]) throw notFound('Comment');
  return items[0];
}

export const markCommentRead = service({
  summary: 'Mark a message as read for the office or shop that received it',
  permission: 'comments.read',
  effect: 'personal',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const comment = await findOne(ctx, id);
    if (!comment.read) {
      if (!mayMarkRead(comment, ctx.actor.role)) throw new DomainError('not-receiver', undefined);
      await markRead(ctx, visibleComments(ctx.db, ctx.actor).where('c.id', id));
    }
    await ctx.publish({ topic: 'comments', shopIds: [comment.shop._id], ids: [id] });
    return { msg: 'Message marked as read.' };
  },
});

export const markCommentsRead = service({
  summary: "Mark the unread messages of the signed-in user's office or shop as read: all, or those of one shop",
  permission: 'comments.read',
  effect: 'personal',
  input: MarkCommentsRead,
  output: z.object({ msg: z.string(), marked: z.int() }),
  run: async (ctx, { shop, upTo }) => {
    const scope = getScope(ctx.actor);
    if (scope && shop && shop !== scope) throw notFound('Shop');
    if (!scope && shop && !(await ctx.db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
    const comments = unreadComments(ctx.db, ctx.actor);
    if (shop) void comments.where('c.shop_id', shop);
    if (upTo) void comments.where('c.at', '<=', upTo);
    const rows = await markRead(ctx, comments);
    await ctx.publish({ topic: 'comments', shopIds: [scope, ...rows.map(({ shop_id }) => shop_id)] });
    return {
      msg: rows.length === 1 ? '1 message marked as read.' : `${rows.length} messages marked as read.`,
      marked: rows.length,
    };
  },
});

export const deleteComment = service({
  summary: 'Delete a message; only its author or an Office Admin can',
  permission: 'comments.write',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const comment = await findOne(ctx, id);
    if (!mayDelete(comment, ctx.actor)) throw new DomainError('not-author', undefined);
    if ((await ctx.db('comments').where({ id }).delete()) === 0) throw notFound('Comment');
    const { content, author, order, shop } = comment;
    await ctx.audit({ action: 'delete', entity: 'comment', id, shopId: shop._id, before: { content, author, order } });
    await ctx.publish({ topic: 'comments', shopIds: [shop._id], ids: [id] });
    return { msg: 'Message deleted.' };
  },
});
