import { createHmac, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { Session, Tokens } from '../domain/access/tokens.js';
import { actorOf, findUser, type UserRow } from '../domain/access/queries.js';
import type { Actor, Clock, Ctx, Logger, SupportParts } from '../domain/context.js';
import { DomainError } from '../domain/errors.js';
import type { Effect } from '../domain/service.js';
import { isId } from '../domain/ids.js';
import { progressOf } from './progress.js';
import type { FailureCounts } from './failure-counts.js';
import { RateLimits } from './rate-limits.js';
import { signInGuard } from './sign-in-guard.js';
import { stateOf } from './state.js';

const FRESH_MS = 1000;

/** What the API runs on; made once by the server, or by a test. */
export interface Parts {
  readonly db: Knex;
  /** Connections of reads: they are answered while every write hangs. */
  readonly reads: Knex;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: RateLimits;
  readonly failures: FailureCounts;
  /** Signs the cookies of devices that have signed in before. */
  readonly deviceKey: KeyObject;
  readonly users: UserCache;
  /** What requests with an Idempotency-Key are known by is made with this; nobody without it can guess at what they held. */
  readonly requestKey: KeyObject;
  readonly support?: SupportParts | undefined;
}

/**
 * Users looked up per request, remembered for at most a second and forgotten when one of them changes; a token newer than
 * what is remembered is looked up at once.
 */
export class UserCache {
  private readonly known = new Map<string, { user: UserRow | undefined; until: number }>();
  private changes = 0;
  constructor(private readonly db: Knex) {}

  async find({ userId: id, generation }: Session): Promise<UserRow | undefined> {
    const hit = this.known.get(id);
    if (hit && hit.until > performance.now() && (hit.user?.generation ?? 0) >= generation) return hit.user;
    const before = this.changes;
    const user = await findUser(this.db, id);
    if (this.changes !== before) return user; // what was read may be older than the change
    if (this.known.size > 5000) this.known.clear();
    this.known.set(id, { user, until: performance.now() + FRESH_MS });
    return user;
  }

  forget(): void {
    this.changes += 1;
    this.known.clear();
  }
}

/** Who the request's token stands for; null without a token, refused when it is no longer good. */
export async function actorOfRequest(parts: Parts, token: string | undefined): Promise<Actor | null> {
  if (!token) return null;
  const session = parts.tokens.read(token, parts.clock.now());
  const user = session && isId(session.userId) ? await parts.users.find(session) : undefined;
  if (!session || !user?.active || user.generation !== session.generation)
    throw new DomainError('not-signed-in', undefined);
  return actorOf(user);
}

/** The context of one request; a call that is `keyed` takes an Idempotency-Key though it is no POST. */
export function requestContext(
  parts: Parts,
  ctx: Context,
  actor: Actor | null,
  { body, keyed, effect }: { readonly body: unknown; readonly keyed: boolean; readonly effect: Effect },
): Ctx {
  const key = keyed || ctx.method === 'POST' ? ctx.get('Idempotency-Key').slice(0, 200) : '';
  return {
    db: effect === 'read' ? parts.reads : parts.db,
    actor,
    clock: parts.clock,
    logger: parts.logger,
    via: 'web',
    requestId: stateOf(ctx).requestId,
    idempotency: key
      ? {
          key,
          hash: createHmac('sha256', parts.requestKey)
            .update(JSON.stringify([ctx.method, ctx.path, ctx.querystring, stateOf(ctx).bodyDigest ?? body ?? null]))
            .digest('hex'),
        }
      : undefined,
    progress: progressOf(parts, ctx, actor),
    // made when it is asked for: few calls ask
    get signal() {
      return leaving(ctx);
    },
    sessions: { tokens: parts.tokens, ...signInGuard(parts.failures, parts.deviceKey, ctx) },
    support: parts.support,
  };
}

/** Aborted when the connection closes before the answer is sent. */
export function leaving({ res }: Context): AbortSignal {
  const left = new AbortController();
  const look = (): void => void (res.writableFinished || left.abort());
  if (res.destroyed) look();
  else res.once('close', look);
  return left.signal;
}
