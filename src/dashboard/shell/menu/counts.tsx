import { count } from '../../lib/format.js';
import type { MenuEntryName } from '../../lib/screens.js';
import { HOUR, useApi } from '../../lib/server/use-api.js';
import { useCan } from '../../lib/server/session.js';

/** What waits in an entry of the menu: how much, and the entry's name that says so. */
export interface Waiting {
  readonly count: number;
  readonly name: string;
}

/** How many messages the user's side has not read: `Messages: 3 unread`. */
export function useUnread(): Waiting & { readonly isKnown: boolean } {
  const { data, error } = useApi('GET /api/comment/unread', { size: 1 }, { refreshInterval: HOUR });
  const unread = data?.total ?? 0;
  const state = error && !data ? ': could not count unread messages' : unread > 0 ? `: ${count(unread)} unread` : '';
  return { count: unread, name: `Messages${state}`, isKnown: data !== undefined };
}

/** How many records wait in each entry that counts them. */
export function useWaiting(): Readonly<Partial<Record<MenuEntryName, Waiting>>> {
  const { allowed } = useCan('approvals.read');
  const approvals = useApi('GET /api/approvals', allowed ? { size: 1 } : null).data?.total ?? 0;
  const name = approvals > 0 ? `Approvals ${count(approvals)} waiting` : 'Approvals';
  return { Approvals: { count: approvals, name }, Messages: useUnread() };
}
