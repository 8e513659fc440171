import type { Ctx, SessionParts } from '../../kernel/context.js';
import { SESSION_MS, type Session } from '../../kernel/rights/tokens.js';
import type { OpenWriteCtx } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';

/** What signing in needs and only a server has. Throws without it. */
export function requireSessions(ctx: Pick<Ctx, 'sessions'>): SessionParts {
  if (!ctx.sessions) throw new Error('signing in is not provided here');
  return ctx.sessions;
}

/** Who a session is for, once nothing more is asked of them. */
interface Proven {
  readonly id: string;
  readonly userName: string;
  readonly generation: number;
}

/** How the user proved who they are, for the access log. */
interface Proof {
  /** Such as `by password`. */
  readonly how: string;
  readonly isNewDevice: boolean;
}

/**
 * Turns a proven sign-in into a session, always a new one: whatever the client had open ends. Every way to sign in comes
 * through here, after everything that was asked for fit.
 */
export async function startSession(
  ctx: OpenWriteCtx,
  { id, userName, generation }: Proven,
  { how, isNewDevice }: Proof,
): Promise<{ token: string }> {
  const { tokens, replaced } = requireSessions(ctx);
  const user = { id, userName };
  if (replaced) await endSession(ctx, replaced);
  await recordAccess(ctx, { kind: 'sign-in', user, detail: how });
  if (isNewDevice) await recordAccess(ctx, { kind: 'new-device', user });
  ctx.logger.info({ requestId: ctx.requestId, user: id }, 'signed in');
  return { token: tokens.sign({ userId: id, generation }, ctx.clock.now()) };
}

/** Ends a session on every server, and closes its event streams. */
export async function endSession({ db, clock, publish }: OpenWriteCtx, { id, userId }: Session): Promise<void> {
  const ended = { id, expires_at: new Date(clock.now().getTime() + SESSION_MS) };
  await db('ended_sessions').insert(ended).onConflict('id').ignore();
  await publish({ topic: 'users', shopIds: [], to: userId });
}
