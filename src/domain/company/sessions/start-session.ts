import type { Ctx, SessionParts } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { SESSION_MS, type Session } from '../../kernel/rights/tokens.js';
import type { OpenWriteCtx } from '../../kernel/service.js';
import { describeDevice } from '../access-log/device.js';
import { recordAccess } from '../access-log/record.js';

/** What only a server provides for signing in. Throws without it. */
export function requireSessions(ctx: Pick<Ctx, 'sessions'>): SessionParts {
  if (!ctx.sessions) throw new Error('this entry point has no sign-in');
  return ctx.sessions;
}

/** The user of a new session, after every required step. */
interface ProvenUser {
  readonly id: string;
  readonly userName: string;
  readonly generation: number;
}

/** How the user proved their identity, for the access log. */
interface Proof {
  /** Such as `by password`. */
  readonly how: string;
  readonly isNewDevice: boolean;
}

/**
 * Opens a session after a completed sign-in. It always gets a new token, and the client's previous session ends.
 * Every way to sign in calls this after all of its checks.
 */
export async function startSession(
  ctx: OpenWriteCtx,
  account: ProvenUser,
  { how, isNewDevice }: Proof,
): Promise<{ token: string }> {
  const { replaced } = requireSessions(ctx);
  const user = { id: account.id, userName: account.userName };
  if (replaced) await endSession(ctx, replaced);
  await recordAccess(ctx, { kind: 'sign-in', user, detail: how });
  if (isNewDevice) await recordAccess(ctx, { kind: 'new-device', user });
  ctx.logger.info({ requestId: ctx.requestId, user: user.id }, 'signed in');
  return { token: await openSession(ctx, account) };
}

/** Opens a session and returns its token, for a signed-in user whose other sessions were just ended. */
export async function openSession(
  { db, clock, client, sessions }: Pick<Ctx, 'db' | 'clock' | 'client' | 'sessions'>,
  { id: userId, generation }: Omit<ProvenUser, 'userName'>,
): Promise<string> {
  const { tokens } = requireSessions({ sessions });
  const id = newId();
  const now = clock.now();
  await db('sessions').insert({
    ...{ id, user_id: userId, generation, created_at: now, used_at: now },
    ...{ address: client?.address ?? '', device: describeDevice(client?.userAgent ?? '') },
    expires_at: new Date(now.getTime() + SESSION_MS),
  });
  return tokens.sign({ id, userId, generation }, now);
}

/** Ends a session on every server, and closes its event streams. */
export async function endSession(
  { db, clock, publish }: OpenWriteCtx,
  { id, userId }: Omit<Session, 'generation'>,
): Promise<void> {
  const ending = { id, expires_at: new Date(clock.now().getTime() + SESSION_MS) };
  await db('ended_sessions').insert(ending).onConflict('id').ignore();
  await publish({ topic: 'users', shopIds: [], to: userId });
}
