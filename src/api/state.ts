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

/** The key for rate limits: a user, or the network of an anonymous caller. */
export const getPerson = (ctx: Pick<Context, 'state' | 'ip'>): string => {
  const { user } = getState(ctx);
  return user?.id ?? user?.name ?? getNetwork(ctx.ip);
};
