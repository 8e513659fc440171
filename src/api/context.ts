import { createHmac, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { Session, Tokens } from '../domain/kernel/rights/tokens.js';
import { actorOf, findSessionUser, type UserRow } from '../domain/company/users/queries.js';
import type { Actor, Clock, Ctx, Logger, SupportParts } from '../domain/kernel/context.js';
import { reportGuesses } from '../domain/messaging/notices/guesses.js';
import { isDemoAddress } from '../domain/kernel/platform/demo-address.js';
import { DomainError } from '../domain/kernel/errors.js';
import type { Effect } from '../domain/kernel/service.js';
import { isId } from '../domain/kernel/ids.js';
import type { SetupCode } from '../domain/kernel/platform/setup-code.js';
import { progressOf } from './http/progress.js';
import type { FailureCounts } from './guard/failure-counts.js';
import { RateLimits } from './guard/rate-limits.js';
import { credentialsOf, replacedToken } from './guard/session-cookie.js';
import { signInGuard } from './guard/sign-in-guard.js';
import { stateOf } from './state.js';
import { isFromHere } from './http/visitor.js';

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
  /** Ends the name of the cookie of sessions: installations on one machine, at different ports, share their cookies. */
  readonly sessionCookie: string;
  /** What requests with an Idempotency-Key are known by is made with this; nobody without it can guess at what they held. */
  readonly requestKey: KeyObject;
  readonly support?: SupportParts | undefined;
  /** Whether demo accounts may be used from elsewhere. */
  readonly openDemo: boolean;
  readonly setupCode?: SetupCode | undefined;
}

/**
 * Users looked up per request by their session, remembered for at most a second and forgotten when one of them changes or
 * signs out; a token newer than what is remembered is looked up at once. Those who ask for the same session at once share
 * one look: each open stream asks whenever users change.
 */
export class UserCache {
  private readonly known = new Map<string, { user: UserRow | undefined; until: number }>();
  private readonly asked = new Map<string, Promise<UserRow | undefined>>();
  private changes = 0;
  constructor(private readonly db: Knex) {}

  async find(session: Session): Promise<UserRow | undefined> {
    const hit = this.known.get(session.id);
    if (hit && hit.until > performance.now() && (hit.user?.generation ?? 0) >= session.generation) return hit.user;
    const asked = this.asked.get(session.id);
    if (!asked) return this.look(session);
    const user = await asked;
    return user && user.generation < session.generation ? this.look(session) : user;
  }

  private look(session: Session): Promise<UserRow | undefined> {
    const before = this.changes;
    const asked = findSessionUser(this.db, session)
      .then((user) => {
        if (this.changes !== before) return user; // what was read may be older than the change
        if (this.known.size > 5000) this.known.clear();
        this.known.set(session.id, { user, until: performance.now() + FRESH_MS });
        return user;
      })
      .finally(() => {
        if (this.asked.get(session.id) === asked) this.asked.delete(session.id);
      });
    this.asked.set(session.id, asked);
    return asked;
  }

  forget(): void {
    this.changes += 1;
    this.known.clear();
    this.asked.clear();
  }
}

/** Who the request's token stands for, and its session; null without a token, refused when it is no longer good. */
export async function actorOfRequest(parts: Parts, ctx: Context): Promise<{ actor: Actor; session: Session } | null> {
  const given = credentialsOf(ctx, parts.sessionCookie);
  if (!given) return null;
  const session = parts.tokens.read(given.token, parts.clock.now());
  const user = session && isId(session.userId) ? await parts.users.find(session) : undefined;
  if (!session || !user?.active || user.generation !== session.generation || (given.userId ?? user._id) !== user._id)
    throw new DomainError('not-signed-in', undefined);
  if (isDemoAddress(user.userName) && !mayUseDemo(parts, ctx)) throw new DomainError('demo-account', undefined);
  return { actor: actorOf(user), session };
}

/** Whether a token was made here and has not ended; what it stands for may have changed since. */
export const isSignedToken = ({ tokens, clock }: Parts, token: string): boolean =>
  token !== '' && tokens.read(token, clock.now()) !== null;

const mayUseDemo = ({ openDemo }: Parts, ctx: Context): boolean => openDemo || isFromHere(ctx);

interface Asked {
  readonly body: unknown;
  readonly keyed: boolean;
  readonly effect: Effect;
  readonly onCommit: Ctx['onCommit'];
}

/** The context of one request; a `keyed` call accepts an Idempotency-Key even if it is not a POST. */
export function requestContext(
  parts: Parts,
  ctx: Context,
  actor: Actor | null,
  { body, keyed, effect, onCommit }: Asked,
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
    sessions: {
      tokens: parts.tokens,
      session: stateOf(ctx).session ?? null,
      setupCode: parts.setupCode,
      get replaced() {
        return parts.tokens.read(replacedToken(ctx, parts.sessionCookie), parts.clock.now());
      },
      get mayUseDemo() {
        return mayUseDemo(parts, ctx);
      },
      reportGuesses: (asked, userName) => reportGuesses(asked, { userName }),
      ...signInGuard(parts.failures, parts.deviceKey, ctx),
    },
    support: parts.support,
    onCommit,
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
