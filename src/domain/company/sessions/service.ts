import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { getList } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { findUser, toAccount, type UserRow } from '../users/queries.js';
import { updateUserRow, lockUser } from '../users/user-writes.js';
import { findSessions } from './queries.js';
import { OpenSession } from './schema.js';
import { endSession, openSession, requireSessions } from './start-session.js';
import { Id } from '../../kernel/records/fields.js';

const Answer = z.object({ msg: z.string() });
const SessionId = z.object({ session: Id });

export const listOwnSessions = service({
  summary: "List the signed-in user's sessions",
  permission: 'account.own',
  effect: 'read',
  input: z.object({}),
  output: getList(OpenSession),
  run: async (ctx) => {
    const current = ctx.sessions?.session?.id ?? null;
    const items = await findSessions(ctx.db, { userId: ctx.actor.id ?? '', current, now: ctx.clock.now() });
    return { items, total: items.length };
  },
});

export const endOwnSession = service({
  summary: 'End a session of the signed-in user on every server',
  permission: 'account.own',
  effect: 'personal',
  input: SessionId,
  output: Answer,
  run: async (ctx, { session }) => {
    const user = await findOwner(ctx, ctx.actor.id ?? '');
    await endOne(ctx, user, session);
    return { msg: 'Session ended.' };
  },
});

export const endOtherSessions = service({
  summary: 'End every other session of the signed-in user on every server; this one gets a new token',
  permission: 'account.own',
  effect: 'personal',
  answersSecret: true,
  input: z.object({}),
  output: z.object({ token: z.string(), msg: z.string() }),
  run: async (ctx) => {
    const { session } = requireSessions(ctx);
    await ctx.db('users').where({ id: ctx.actor.id }).forUpdate().first('id');
    const user = await findOwner(ctx, ctx.actor.id ?? '');
    if (session?.generation !== user.generation) throw new DomainError('not-signed-in', undefined); // the session has ended in the meantime
    const generation = user.generation + 1;
    await ctx.db('users').where({ id: user._id }).update({ session_generation: generation });
    await recordAccess(ctx, { kind: 'session', user: toAccount(user), detail: 'all other sessions' });
    await ctx.publish({ topic: 'users', shopIds: [], to: user._id });
    return { token: await openSession(ctx, { id: user._id, generation }), msg: 'Every other session ended.' };
  },
});

export const listUserSessions = service({
  summary: "List a user's sessions",
  permission: 'users.manage',
  effect: 'read',
  input: RecordId,
  output: getList(OpenSession),
  run: async (ctx, { id }) => {
    await findOwner(ctx, id);
    const current = ctx.sessions?.session?.id ?? null;
    const items = await findSessions(ctx.db, { userId: id, current, now: ctx.clock.now() });
    return { items, total: items.length };
  },
});

export const endUserSession = service({
  summary: 'End a session of a user on every server',
  permission: 'users.manage',
  effect: 'write',
  input: RecordId.extend(SessionId.shape),
  output: Answer,
  run: async (ctx, { id, session }) => {
    const user = await lockUser(ctx, id);
    await endOne(ctx, user, session);
    await recordEnd(ctx, user);
    return { msg: `Session of ${user.name} ended.` };
  },
});

export const endUserSessions = service({
  summary: 'End every session of a user on every server',
  permission: 'users.manage',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (ctx, { id }) => {
    const user = await lockUser(ctx, id);
    if (id === ctx.actor.id)
      throw new DomainError('own-account', {
        why: 'To end your own sessions, choose Sessions in the Settings menu.',
      });
    await updateUserRow(ctx, user, { session_generation: user.generation + 1 });
    await recordAccess(ctx, { kind: 'session', user: toAccount(user), detail: 'every one' });
    await recordEnd(ctx, user);
    return { msg: `${user.name} is signed out everywhere.` };
  },
});

/** Ends an open session of a user; throws not-found for any other ID. */
async function endOne(ctx: WriteCtx, user: UserRow, session: string): Promise<void> {
  const now = ctx.clock.now();
  const sessions = await findSessions(ctx.db, { userId: user._id, current: null, now });
  const match = sessions.find(({ _id }) => _id === session);
  if (!match) throw notFound('Session');
  await endSession(ctx, { id: session, userId: user._id });
  const detail = [match.device, match.address].filter(Boolean).join(', ');
  await recordAccess(ctx, { kind: 'session', user: toAccount(user), detail });
}

async function recordEnd(ctx: WriteCtx, { _id: id, shop }: UserRow): Promise<void> {
  const shopId = shop?._id ?? null;
  await ctx.audit({ action: 'end sessions', entity: 'user', id, shopId });
  await ctx.publish({ topic: 'users', shopIds: [shopId], ids: [id] });
}

async function findOwner({ db }: Pick<WriteCtx, 'db'>, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user;
}
