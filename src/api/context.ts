import { createHmac, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { Session } from '../domain/kernel/rights/tokens.js';
import type { RememberedUsers } from '../domain/company/users/me.js';
import { getActor, findSessionUser, type UserRow } from '../domain/company/users/queries.js';
import type { Actor, Ctx, Logger, SupportParts } from '../domain/kernel/context.js';
import { isKeyText } from '../domain/company/keys/secret.js';
import { isDemoAddress } from '../domain/kernel/platform/demo-address.js';
import { DomainError } from '../domain/kernel/errors.js';
import { FreshValue } from '../domain/kernel/fresh.js';
import type { Effect } from '../domain/kernel/service.js';
import { isId } from '../domain/kernel/ids.js';
import type { Cursors } from '../domain/kernel/records/cursors.js';
import type { OutsideAccess } from '../domain/kernel/platform/outside.js';
import { getProgress } from './http/progress.js';
import { KeyRates } from './guard/key-rates.js';
import { KeyRing, type UsableKey } from '../domain/company/keys/key-ring.js';
import type { SignInKey } from '../domain/company/keys/queries.js';
import { RateLimits } from './guard/rate-limits.js';
import { type SessionUses, touchSession } from '../domain/company/sessions/touch.js';
import { getCredentials } from './guard/session-cookie.js';
import { mayUseDemo, RequestClient, RequestSessions, type SignInMeans } from './request-parts.js';
import { getState } from './state.js';

/** What the API runs on; created once by the server or by a test. */
export interface Parts extends SignInMeans {
  readonly db: Knex;
  /** Connections for reads, which are answered even while all writes hang. */
  readonly reads: Knex;
  readonly logger: Logger;
  readonly limits: RateLimits;
  readonly users: UserCache;
  /** What users read about themselves, remembered. */
  readonly remembered: RememberedUsers;
  readonly keys: KeyRing;
  readonly sessionUses: SessionUses;
  readonly keyRates: KeyRates;
  /**
   * Key for hashing requests with an Idempotency-Key. Without it, the stored hashes cannot be used to guess their
   * content.
   */
  readonly requestKey: KeyObject;
  readonly support?: SupportParts | undefined;
  readonly outside: OutsideAccess;
  readonly cursors: Cursors;
}

/**
 * Users by session. An entry is dropped when its user changes or signs out. A token newer than its entry is looked up
 * immediately. Every open stream asks for its user when users change.
 */
export class UserCache {
  private readonly users = new FreshValue<UserRow | undefined>();
  constructor(private readonly db: Knex) {}

  find(session: Session): Promise<UserRow | undefined> {
    const isNew = (user: UserRow | undefined) => !user || user.generation >= session.generation;
    return this.users.find(session.id, () => findSessionUser(this.db, session), isNew);
  }

  forget(): void {
    this.users.forget();
  }
}

interface Caller {
  readonly actor: Actor;
  readonly session?: Session;
  readonly key?: SignInKey;
}

/**
 * Who the request's token or API key stands for now, and its session or key; null without either. Throws if the token
 * or key is not valid. Counts nothing, so that it can be repeated during a call.
 */
export async function findCaller(parts: Parts, ctx: Context): Promise<Caller | null> {
  const credentials = getCredentials(ctx, parts.sessionCookie);
  if (!credentials) return null;
  const now = parts.clock.now();
  if (isKeyText(credentials.token))
    return acceptKey(parts, ctx, await parts.keys.find(credentials.token, { now, address: ctx.ip }));
  const session = parts.tokens.read(credentials.token, now);
  const user = session && isId(session.userId) ? await parts.users.find(session) : undefined;
  if (
    !session ||
    !user?.active ||
    user.generation !== session.generation ||
    (credentials.userId ?? user._id) !== user._id
  )
    throw new DomainError('not-signed-in', undefined);
  if (isDemoAddress(user.userName) && !mayUseDemo(parts, ctx)) throw new DomainError('demo-account', undefined);
  noteUse(parts, ctx, session);
  return { actor: getActor(user), session };
}

/** Finds the caller of a new call, and counts the call for its API key. Throws if the key has made too many calls. */
export async function admitCaller(parts: Parts, ctx: Context): Promise<Caller | null> {
  const caller = await findCaller(parts, ctx);
  if (!caller?.key) return caller;
  const { headers, refusal } = await parts.keyRates.count(caller.key._id, caller.key.rate);
  ctx.set(headers);
  if (refusal) throw refusal;
  return caller;
}

/**
 * The actor of a call whose body has arrived and whose turn it is. They may have been deactivated or demoted since the
 * call was admitted. Needs no query within a second of that, unless users or keys have changed.
 */
export async function findCurrentActor(parts: Parts, ctx: Context): Promise<Actor | null> {
  const actor = (await findCaller(parts, ctx))?.actor ?? null;
  getState(ctx).user = actor;
  return actor;
}

/** Stores in the background that a session was used. No call waits for it or fails because of it. */
function noteUse({ db, sessionUses, clock, logger }: Parts, ctx: Context, session: Session): void {
  const now = clock.now();
  if (!sessionUses.isDue(session, ctx.ip, now)) return;
  void touchSession(db, session, { client: new RequestClient(ctx), now }).catch((error: unknown) => {
    logger.warn({ err: error }, 'could not record when a session was last used');
  });
}

/** The caller of a key. Throws for keys of demo accounts, which are public, on other machines. */
function acceptKey(parts: Parts, ctx: Context, usableKey: UsableKey | null): Caller {
  if (!usableKey) {
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new DomainError('not-signed-in', undefined);
  }
  if (isDemoAddress(usableKey.key.maker?.userName ?? '') && !mayUseDemo(parts, ctx))
    throw new DomainError('demo-account', undefined);
  return usableKey;
}

/** Whether this installation issued the token or API key, as far as known; it may have ended since. */
export const isKnownToken = ({ tokens, keys, clock }: Parts, token: string): boolean =>
  isKeyText(token) ? keys.knows(token) : token !== '' && tokens.read(token, clock.now()) !== null;

interface RequestParts {
  readonly body: unknown;
  readonly keyed: boolean;
  readonly effect: Effect;
  readonly onCommit: Ctx['onCommit'];
}

/** The context of one request. A `keyed` call accepts an Idempotency-Key even if it is not a POST. */
export function requestContext(
  parts: Parts,
  ctx: Context,
  actor: Actor | null,
  { body, keyed, effect, onCommit }: RequestParts,
): Ctx {
  const key = keyed || ctx.method === 'POST' ? ctx.get('Idempotency-Key').slice(0, 200) : '';
  return {
    db: effect === 'read' ? parts.reads : parts.db,
    actor,
    clock: parts.clock,
    logger: parts.logger,
    via: actor?.scopes ? 'key' : 'web',
    requestId: getState(ctx).requestId,
    origin: actor?.scopes ? undefined : readScreen(ctx),
    idempotency: key
      ? {
          key,
          hash: createHmac('sha256', parts.requestKey)
            .update(JSON.stringify([ctx.method, ctx.path, ctx.querystring, getState(ctx).bodyDigest ?? body ?? null]))
            .digest('hex'),
        }
      : undefined,
    progress: getProgress(parts, ctx, actor),
    signal: ctx.method === 'GET' ? undefined : leaving(ctx),
    sessions: new RequestSessions(parts, ctx),
    client: new RequestClient(ctx),
    support: parts.support,
    outside: parts.outside,
    cursors: parts.cursors,
    onCommit,
  };
}

const SCREEN = /^\/[\w/-]{0,199}$/;

/** The address of the screen that a call comes from; empty for programs that use a session. */
function readScreen(ctx: Context): string | undefined {
  const screen = ctx.get('x-screen');
  return SCREEN.test(screen) ? screen : undefined;
}

/** Aborted if the connection closes before the answer is sent. */
export function leaving({ res }: Context): AbortSignal {
  const disconnect = new AbortController();
  const look = (): void => void (res.writableFinished || disconnect.abort());
  if (res.destroyed) look();
  else res.once('close', look);
  return disconnect.signal;
}
