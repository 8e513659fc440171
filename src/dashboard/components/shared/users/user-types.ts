import type { Output } from '../../../lib/server/api.js';

export type ListedUser = Output<'GET /api/users'>['items'][number];

/** Whose users: the company's, or one shop's. */
export interface UsersOf {
  readonly side: 'company' | 'shop';
  /** For a shop's users: the shop, or null before it is saved. */
  readonly shop?: { readonly _id: string; readonly name: string };
}

/** A link that the administrator passes on. */
export interface ShownLink {
  readonly name: string;
  readonly link: string;
  readonly msg: string;
}
