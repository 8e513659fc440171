import type { Output } from '../../../lib/server/api.js';

export type ListedUser = Output<'GET /api/users'>['items'][number];

/** Whose users: those of the company, or of one shop. */
export interface UsersOf {
  readonly side: 'company' | 'shop';
  /** The shop, on that side; none while it is not stored yet. */
  readonly shop?: { readonly _id: string; readonly name: string };
}
