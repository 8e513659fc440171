import type { Context } from 'koa';
import type { Session } from '../domain/kernel/rights/tokens.js';
import type { Actor } from '../domain/kernel/context.js';
import { getNetwork } from './http/network.js';

/** The state that our middleware stores for a request. */
interface RequestState {
  requestId: string;
  /** The path of the call with its parameter names; unset for unknown paths. */
  routePath?: string;
  user?: Actor | null;
  session?: Session;
  /** Whether the call changes data. */
  changes?: boolean;
  /** Settles when the file that answers the call is completely made, if that goes on while it is sent. */
  written?: Promise<void>;
  /** SHA-256 of a large body's text. */
  bodyDigest?: string;
}

export const getState = (ctx: Pick<Context, 'state'>): RequestState => ctx.state as RequestState; // nothing else is stored there

/** Whose limits a caller uses: a user's own, or those of all API keys of a shop or of one creator. */
export const getShare = ({ share, id, name }: Actor): string => share ?? id ?? name;

/** The key for rate limits: whose limits the caller uses, or the network of an anonymous caller. */
export const getPerson = (ctx: Pick<Context, 'state' | 'ip'>): string => {
  const { user } = getState(ctx);
  return user ? getShare(user) : getNetwork(ctx.ip);
};
