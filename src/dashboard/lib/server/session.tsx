import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { can, type Permission } from '../../../domain/kernel/rights/permissions.js';
import { type ApiError, call, dropReads, type Output } from './api.js';
import { setProduct } from '../product.js';
import { onConnection } from './connection.js';
import { endSession, finishSignOut, forgetSignOut } from './sign-out.js';
import { getUser, keepToken, signedInUser, useLastUser, useToken } from './token.js';
import { useApi } from './use-api.js';
import { useDenial } from './use-denial.js';

export type Me = Output<'GET /api/auth'>;

/** The step that remains after the right password. */
export type StepLeft = Exclude<Output<'POST /api/auth'>, { readonly token: string }>;

export interface Session {
  /** `ended`: the screens stay until the same user signs in again, or out. */
  readonly state: 'signed-out' | 'loading' | 'signed-in' | 'failed' | 'ended';
  /** The signed-in user, or the one whose session ended; null if there is none. */
  readonly me: Me | null;
  readonly error: ApiError | undefined;
  readonly retry: () => Promise<unknown>;
  /**
   * Returns the step that remains after the right password, or null if the session has begun. Throws `ApiError`, with
   * `Invalid Credentials` if name or password is wrong.
   */
  readonly signIn: (userName: string, password: string) => Promise<StepLeft | null>;
  /** Starts a session with a token from the server. */
  readonly enter: (token: string) => void;
  /** Never throws: without a connection, the server is notified later. */
  readonly signOut: () => Promise<void>;
}

const Context = createContext<Session | null>(null);

/** Provides the signed-in user. A token that expired or is refused ends the session, but does not sign the user out. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useToken();
  const user = useLastUser();
  const { mutate } = useSWRConfig();
  const currentUser = useApi('GET /api/auth', token ? {} : null);
  const me = currentUser.data && currentUser.data._id === user ? currentUser.data : null; // not the user before
  useEffect(() => setProduct(currentUser.data?.productName), [currentUser.data]);
  const forget = useCallback(() => mutate(isPersonal, undefined), [mutate]);
  useEffect(() => (user === null ? undefined : () => void forget()), [user, forget]);
  useEffect(() => {
    if (token) return undefined;
    const again = () => void finishSignOut();
    again();
    return onConnection(again);
  }, [token]);
  const enter = useCallback(
    (next: string) => {
      if (getUser(next) !== me?._id) void forget();
      forgetSignOut();
      keepToken(next);
    },
    [forget, me?._id],
  );
  const { error, refresh } = currentUser;
  const session = useMemo<Session>(
    () => ({
      me,
      state: getState(token, me, error),
      error,
      retry: refresh,
      enter,
      signIn: async (userName, password) => {
        await finishSignOut();
        const answer = await call('POST /api/auth', { userName, password });
        if (!('token' in answer)) return answer;
        enter(answer.token);
        return null;
      },
      signOut: async () => {
        const user = signedInUser();
        dropReads();
        keepToken(null); // streams and pending attempts end before the session
        await endSession(user);
      },
    }),
    [token, me, error, refresh, enter],
  );
  return <Context value={session}>{children}</Context>;
}

function getState(token: string | null, me: Me | null, error: ApiError | undefined): Session['state'] {
  if (!token) return me ? 'ended' : 'signed-out';
  if (me) return 'signed-in';
  return error ? 'failed' : 'loading';
}

const isPersonal = (key: unknown): boolean =>
  !Array.isArray(key) || (key[0] !== 'GET /api/version' && key[0] !== 'GET /api/setup');

export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** The signed-in user; only inside guarded screens. */
export function useMe(): Me {
  const { me } = useSession();
  if (!me) throw new Error('no user is signed in');
  return me;
}

/** Whether an action is allowed, and the reason if not. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly reason: string | null;
}

export const VIEW_ONLY = 'Your account is view-only. You cannot make changes.';

/** Checks the signed-in user's permissions; `write` also refuses view-only users. */
export function useCan(permission: Permission, { write = false }: { write?: boolean } = {}): Allowance {
  const { me } = useSession();
  const denial = useDenial(me && can(me, permission) ? null : permission);
  if (denial !== null) return { isAllowed: false, reason: denial };
  return write && me?.viewOnly ? { isAllowed: false, reason: VIEW_ONLY } : { isAllowed: true, reason: null };
}

/** Renders its children only for users with the permission. */
export function Can({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan(permission).isAllowed ? children : null;
}
