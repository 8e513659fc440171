import { count } from '../../lib/format.js';
import type { MenuEntryName } from '../../lib/screens.js';
import { HOUR, useApi } from '../../lib/server/use-api.js';
import { useCan } from '../../lib/server/session.js';

/** The count at a menu entry, and the entry's accessible name with it. */
export interface WaitingCount {
  readonly count: number;
  readonly name: string;
}

/** The unread messages of the user's side: `Messages: 3 unread`. */
export function useUnread(): WaitingCount & { readonly isKnown: boolean } {
  const { data, error } = useApi('GET /api/comment/unread', { size: 1 }, { refreshInterval: HOUR });
  const unread = data?.total ?? 0;
  const state = error && !data ? ': could not count unread messages' : unread > 0 ? `: ${count(unread)} unread` : '';
  return { count: unread, name: `Messages${state}`, isKnown: data !== undefined };
}

/** The waiting records of each entry that counts them. */
export function useWaiting(): Readonly<Partial<Record<MenuEntryName, WaitingCount>>> {
  const { isAllowed } = useCan('approvals.read');
  const approvals = useApi('GET /api/approvals', isAllowed ? { size: 1 } : null).data?.total ?? 0;
  const name = approvals > 0 ? `Approvals ${count(approvals)} waiting` : 'Approvals';
  return { Approvals: { count: approvals, name }, Messages: useUnread() };
}
