import { isShopRole, type Role } from '../../kernel/rights/roles.js';

/** The side that wrote a message, and the side that receives it. */
export const sides = ['Company', 'Shop'] as const;
export type MessageSide = (typeof sides)[number];

/** The error for a message without text. */
export const NO_TEXT = 'Please enter a message';

/** The sort columns of the office's list of shops. */
export const shopMessageSorts = ['name', 'unread', 'latest'] as const;

/** The side a role writes for; the other side receives the message. */
export const getSide = (role: Role): MessageSide => (isShopRole(role) ? 'Shop' : 'Company');

/** The side that receives what a role writes. */
export const getReceiver = (role: Role): MessageSide => (isShopRole(role) ? 'Company' : 'Shop');

/**
 * Whether a role marks messages as read only for itself: what a Builder reads stays unread for the rest of the shop.
 */
export const readsAlone = (role: Role): boolean => role === 'Builder';

/** Whether a user with a role can mark a message as read: it is unread and addressed to that side. */
export const mayMarkRead = (comment: { readonly commentForType: MessageSide; readonly read: boolean }, role: Role) =>
  !comment.read && comment.commentForType === getSide(role);

/** Whether a user may delete a message: its author or an Office Admin may. */
export const mayDelete = (
  comment: { readonly commentFrom: { readonly _id: string | null } },
  { id, role }: { readonly id: string | null; readonly role: Role },
): boolean => role === 'Office Admin' || (id !== null && comment.commentFrom._id === id);
