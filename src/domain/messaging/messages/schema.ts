import { z } from 'zod';
import { PlainText, Named } from '../../kernel/records/fields.js';
import { NO_TEXT, shopMessageSorts, sides } from './rules.js';

/**
 * What a message is written from. The office names the shop, or an order that a shop has; a shop writes to the company.
 * Author, direction and time are the server's: what a client says of them is not taken.
 */
export const WriteComment = z.object({
  content: PlainText(NO_TEXT).min(1, NO_TEXT).max(5000, 'must be at most 5,000 characters'),
  commentFor: z.uuid('is not a valid ID').nullish(),
  order: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is not a valid order').nullish(),
});

/** A message between the office and a shop; `read` is the receiving side's. */
export const Comment = z.object({
  _id: z.uuid(),
  /** What it is about; without an ID the order was deleted or moved to another shop. */
  order: z.object({ _id: z.uuid().nullable(), serialNumber: z.string() }).nullable(),
  shop: Named,
  author: z.string(),
  content: z.string(),
  commentFor: z.uuid(),
  commentForType: z.enum(sides),
  commentFrom: z.object({ _id: z.uuid().nullable(), name: z.string() }),
  commentFromType: z.enum(sides),
  sender: z.object({ name: z.string() }),
  datetime: z.string(),
  read: z.boolean(),
});
export type Comment = z.output<typeof Comment>;

/** Which of the unread messages are meant; without a shop all of them. */
export const MarkCommentsRead = z.object({
  shop: z.uuid('is not a valid ID').nullish(),
  /** What was written after this moment stays unread: the reader has not seen it. */
  upTo: z.iso.datetime({ offset: true, error: 'is not a valid date and time' }).nullish(),
});

/** A page of messages. */
export const CommentPage = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(20),
});
export type CommentPage = z.output<typeof CommentPage>;

/** A shop in the office's list of messages: how many of its messages wait to be read, and when anybody wrote last. */
export const ShopMessages = z.object({
  _id: z.uuid(),
  name: z.string(),
  unread: z.int(),
  latest: z.string().nullable(),
});

export const shopMessageSort = z
  .enum([...shopMessageSorts, ...shopMessageSorts.map((field) => `-${field}` as const)])
  .default('-unread');
