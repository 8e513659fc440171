import { z } from 'zod';
import { Id, PlainText, NamedRecord } from '../../kernel/records/fields.js';
import { NO_TEXT, shopMessageSorts, sides } from './rules.js';

/**
 * The input of a message. The office chooses a shop, or an order of a shop; a shop writes to the company. The server
 * sets author, direction and time and ignores what a client sends for them.
 */
export const WriteComment = z.object({
  content: PlainText(NO_TEXT).min(1, NO_TEXT).max(5000, 'must be at most 5,000 characters'),
  commentFor: Id.nullish(),
  order: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is not a valid order').nullish(),
});

/** A message between the office and a shop; `read` refers to the receiving side. */
export const Comment = z.object({
  _id: z.uuid(),
  /** The order it is about; without an ID if the order was deleted or moved to another shop. */
  order: z.object({ _id: z.uuid().nullable(), serialNumber: z.string() }).nullable(),
  shop: NamedRecord,
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

/** Which unread messages to mark as read; all of them if no shop is given. */
export const MarkCommentsRead = z.object({
  shop: Id.nullish(),
  /** Messages after this time stay unread, because the reader has not seen them. */
  upTo: z.iso.datetime({ offset: true, error: 'is not a valid date and time' }).nullish(),
});

/** A page of messages. */
export const CommentPage = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(20),
});
export type CommentPage = z.output<typeof CommentPage>;

/** A shop in the office's list of messages: its number of unread messages and the time of the latest one. */
export const ShopMessages = z.object({
  _id: z.uuid(),
  name: z.string(),
  unread: z.int(),
  latest: z.string().nullable(),
});

export const shopMessageSort = z
  .enum([...shopMessageSorts, ...shopMessageSorts.map((field) => `-${field}` as const)])
  .default('-unread');
