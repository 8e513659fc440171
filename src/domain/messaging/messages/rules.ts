import { isShopRole, type Role } from '../../kernel/rights/roles.js';

/** Whose side wrote a message, and whose it is for. */
export const sides = ['Company', 'Shop'] as const;
export type MessageSide = (typeof sides)[number];

/** What a message without text is refused with. */
export const NO_TEXT = 'Please enter a message';

/** What the office's list of shops is sorted by. */
export const shopMessageSorts = ['name', 'unread', 'latest'] as const;

/** The side a role writes for; what it writes is for the other one. */
export const sideOf = (role: Role): MessageSide => (isShopRole(role) ? 'Shop' : 'Company');

/** The side that gets what a role writes. */
export const receiverOf = (role: Role): MessageSide => (isShopRole(role) ? 'Company' : 'Shop');

/** Whether a role's reading is its own alone: a Builder reads along, and what they read still waits for the desk. */
export const readsAlone = (role: Role): boolean => role === 'Builder';

/** Whether a user with a role can mark a message as read: it is unread and was written for that side. */
export const mayMarkRead = (comment: { readonly commentForType: MessageSide; readonly read: boolean }, role: Role) =>
  !comment.read && comment.commentForType === sideOf(role);

/** Whether a user may delete a message: its author or an Office Admin. */
export const mayDelete = (
  comment: { readonly commentFrom: { readonly _id: string | null } },
  { id, role }: { readonly id: string | null; readonly role: Role },
): boolean => role === 'Office Admin' || (id !== null && comment.commentFrom._id === id);
