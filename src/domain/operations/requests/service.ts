import type { Knex } from 'knex';
import { z } from 'zod';
import { getKeyActor } from '../../company/keys/actor.js';
import { findSignInKeys, type SignInKey } from '../../company/keys/queries.js';
import { getActor, findUser } from '../../company/users/queries.js';
import { type Actor, systemActor, type WriteCtx } from '../../kernel/context.js';
import { queryPage, queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError, invalid, notFound, isRefusal } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { notifyEach } from '../../kernel/notices/notify.js';
import { getList } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { can, type Permission } from '../../kernel/rights/permissions.js';
import { findPeopleWith, findPersonId, namesFor } from '../../kernel/rights/persons.js';
import { skipPriceRule } from '../../kernel/rights/price-refusal.js';
import { describeWhoCould } from '../../kernel/rights/who-could.js';
import { authorize, service, type Service } from '../../kernel/service.js';
import { askable } from './askable.js';
import { type RequestEffect, readEffect } from './effect.js';
import { AskApproval, DenyRequest, ListRequests, Request, type RequestState } from './schema.js';
import { tryOut } from '../../kernel/try-out.js';

const Answer = { office: z.object({ msg: z.string(), request: Request }) };

export const requestApproval = service({
  summary: 'Ask another user to approve a change that needs a second person',
  permission: 'approvals.read',
  effect: 'write',
  input: AskApproval,
  output: Answer,
  run: async (ctx, { call, input, note }) => {
    const use = Object.hasOwn(askable, call) ? askable[call] : undefined;
    if (!use) throw invalid('call', 'is not a call that can be requested');
    authorize(ctx, use.permission, use.effect);
    const why = await findReason(ctx, use, input);
    const { shown, digest } = await tryCall(ctx, use, input);
    const [id, person] = [newId(), await findPersonId(ctx.db, ctx.actor)];
    await ctx.db('approval_requests').insert({
      ...{ id, call, input: JSON.stringify(input), note, reason: why, effect: JSON.stringify(shown), digest },
      ...{ asker_id: ctx.actor.id, asker_name: ctx.actor.name, asker_person: person, asked_at: ctx.clock.now() },
    });
    await ctx.audit({ action: 'ask', entity: 'request', id, after: { call, note, why } });
    await ctx.publish({ topic: 'invoices', shopIds: [null] });
    const content = `${ctx.actor.name} asks for your approval: ${use.summary}. See Requests under Approvals.`;
    const able = await findPeopleWith(ctx.db, getPermission(use), [person]);
    await notifyEach(
      ctx,
      able.map((one) => ({
        ...({ kind: 'approvals', shopId: null, userId: one.id, type: 'warning' } as const),
        ...{ msg: 'Approval requested', content },
      })),
    );
    return { msg: 'Sent for approval', request: await getRequest(ctx, id, person) };
  },
});

export const listRequests = service({
  summary: "List requests for a second person's approval, waiting and decided; newest first",
  permission: 'approvals.read',
  effect: 'read',
  input: ListRequests,
  output: { office: getList(Request) },
  run: async (ctx, { state, ...page }) => {
    const person = await findPersonId(ctx.db, ctx.actor);
    const readable = Object.entries(askable).filter(([, use]) => can(ctx.actor, getPermission(use)));
    const matching = ctx
      .db('approval_requests')
      .where({ state })
      .whereRaw('call = any(?)', [readable.map(([call]) => call)]);
    const query = matching.select(columns).orderByRaw('asked_at desc, id desc');
    const { items, total } = await queryPage<Row>(query, page);
    return { items: items.map((row) => toRequest(ctx.actor, person, row)), total };
  },
});

export const approveRequest = service({
  summary: "Approve another user's request: it is carried out exactly as requested, or not at all if it is outdated",
  permission: 'approvals.read',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (ctx, { id }) => {
    const { row, use, person } = await lockForDecision(ctx, id);
    const asker = await findAsker(ctx, row);
    const problem = asker ? await apply(ctx, { row, use, asker, person }) : `${row.asker} can no longer sign in.`;
    await decide(ctx, row, problem === null ? 'applied' : 'overtaken', problem ?? '');
    const msg = problem === null ? 'Request approved and carried out' : `Not carried out: ${problem}`;
    return { msg, request: await getRequest(ctx, id, person) };
  },
});

export const denyRequest = service({
  summary: "Deny another user's request, with a reason",
  permission: 'approvals.read',
  effect: 'write',
  input: DenyRequest,
  output: Answer,
  run: async (ctx, { id, reason }) => {
    const { row, person } = await lockForDecision(ctx, id);
    await decide(ctx, row, 'denied', reason);
    return { msg: 'Request denied', request: await getRequest(ctx, id, person) };
  },
});

export const withdrawRequest = service({
  summary: 'Withdraw a request that you made and that is still waiting',
  permission: 'approvals.read',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const row = await lockWaiting(ctx, id);
    if (row.askerPerson !== (await findPersonId(ctx.db, ctx.actor)))
      throw new DomainError('permission-denied', undefined);
    await decide(ctx, row, 'withdrawn', '');
    return { msg: 'Request withdrawn' };
  },
});

const columns = {
  ...{ _id: 'id', call: 'call', input: 'input', why: 'reason', note: 'note', effect: 'effect', digest: 'digest' },
  ...{ asker: 'asker_name', askerId: 'asker_id', askerPerson: 'asker_person', state: 'state', askedAt: 'asked_at' },
  ...{ decidedAt: 'decided_at', decidedBy: 'decided_by', answer: 'answer' },
};

interface Row extends Omit<Request, 'own' | 'decidable' | 'summary'> {
  readonly input: Readonly<Record<string, unknown>>;
  readonly digest: string;
  readonly askerId: string | null;
  readonly askerPerson: string | null;
}

/** The actor, who must be a user: every call that can be requested requires one. */
const getPermission = (use: Service): Permission => use.permission as Permission;

function toRequest(actor: Actor, person: string | null, row: Row): Request {
  const use = askable[row.call];
  const isOwn = row.askerPerson === person;
  const decidable =
    row.state === 'waiting' && !isOwn && !actor.viewOnly && use !== undefined && can(actor, getPermission(use));
  return { ...row, summary: use?.summary ?? row.call, own: isOwn, decidable };
}

async function getRequest(ctx: WriteCtx, id: string, person: string | null): Promise<Request> {
  const row = await queryFirstRow<Row>(ctx.db('approval_requests').where({ id }).first(columns));
  if (!row) throw notFound('Request');
  return toRequest(ctx.actor, person, row);
}

const inside = (ctx: WriteCtx): WriteCtx => ({ ...ctx, idempotency: undefined });

/** Why a call needs a second person. Throws if it needs none, and if it is refused for another reason. */
async function findReason(ctx: WriteCtx, use: Service, input: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    await ctx.db.transaction(async (db) => {
      await use(inside({ ...ctx, db }), input);
      throw new DomainError('request-not-needed', undefined);
    });
  } catch (error) {
    if (!isRefusal(error, 'second-person-needed')) throw error;
    return error.details.why;
  }
  throw new DomainError('request-not-needed', undefined);
}

/** The effect that a call would have after approval; stores nothing. */
const tryCall = (ctx: WriteCtx, use: Service, input: Readonly<Record<string, unknown>>): Promise<RequestEffect> =>
  tryOut(
    (work) => ctx.db.transaction(work),
    async (db: Knex) => {
      const tx = inside({ ...ctx, db, secondPerson: { id: newId() } });
      const began = newId();
      await skipPriceRule(db);
      await use(tx, input);
      return readEffect(tx, began);
    },
  );

async function lockWaiting(ctx: WriteCtx, id: string): Promise<Row> {
  const row = await queryFirstRow<Row>(ctx.db('approval_requests').where({ id }).forUpdate().first(columns));
  if (!row) throw notFound('Request');
  if (row.state !== 'waiting') throw new DomainError('request-decided', { state: row.state, by: row.decidedBy ?? '' });
  return row;
}

interface RequestDecision {
  readonly row: Row;
  readonly use: Service;
  /** The user who decides. */
  readonly person: string | null;
}

/** Locks a waiting request. Throws if the actor made the request, or has no right to decide. */
async function lockForDecision(ctx: WriteCtx, id: string): Promise<RequestDecision> {
  const row = await lockWaiting(ctx, id);
  const use = askable[row.call];
  if (!use) throw notFound('Request');
  authorize(ctx, use.permission, use.effect);
  const person = await findPersonId(ctx.db, ctx.actor);
  if (person !== row.askerPerson) return { row, use, person };
  const able = await findPeopleWith(ctx.db, getPermission(use), [person]);
  throw new DomainError('request-own', { who: describeWhoCould(namesFor(ctx.actor, able)) });
}

/** The user or key that made the request, with current rights; null if it can no longer sign in. */
async function findAsker({ db, clock }: WriteCtx, { askerId, asker }: Row): Promise<Actor | null> {
  if (askerId === null) return systemActor(asker);
  const key = (await findSignInKeys(db)).find(({ _id }) => _id === askerId);
  if (key) return hasEnded(key, clock.now()) ? null : getKeyActor(key);
  const account = await findUser(db, askerId);
  return account?.active ? getActor(account) : null;
}

const hasEnded = ({ isRevoked, expiresAt }: SignInKey, now: Date): boolean =>
  isRevoked || (expiresAt !== null && Date.parse(expiresAt) <= now.getTime());

/** Carries out a request as the user who made it; returns why that was not possible, or null. */
async function apply(ctx: WriteCtx, { row, use, asker, person }: RequestDecision & { readonly asker: Actor }) {
  try {
    await ctx.db.transaction(async (db) => {
      const tx = inside({ ...ctx, db, actor: asker, secondPerson: { id: person } });
      const began = newId();
      await skipPriceRule(db);
      await use(tx, row.input);
      if ((await readEffect(tx, began)).digest !== row.digest) throw new OvertakenRequest();
    });
    return null;
  } catch (error) {
    if (error instanceof OvertakenRequest || error instanceof DomainError) return error.message;
    throw error;
  }
}

class OvertakenRequest extends Error {
  constructor() {
    super('The records have changed since the request. Request the change again.');
  }
}

async function decide(ctx: WriteCtx, row: Row, state: RequestState, answer: string): Promise<void> {
  const { _id: id, askerPerson } = row;
  await ctx
    .db('approval_requests')
    .where({ id })
    .increment('revision', 1)
    .update({ state, answer, decided_at: ctx.clock.now(), decided_by: ctx.actor.name });
  const actions = { applied: 'approve', denied: 'deny', withdrawn: 'withdraw', overtaken: 'find overtaken' } as const;
  const action = state === 'waiting' ? 'ask' : actions[state];
  await ctx.audit({
    ...{ action, entity: 'request', id },
    before: { state: row.state },
    after: { state, asker: row.asker, call: row.call, ...(answer === '' ? {} : { answer }) },
  });
  await ctx.publish({ topic: 'invoices', shopIds: [null] });
  if (askerPerson === null || state === 'withdrawn') return;
  const content = `${askable[row.call]?.summary ?? row.call}: ${state}${answer === '' ? '.' : `. ${answer}`}`;
  const type = state === 'applied' ? 'success' : 'danger';
  await notifyEach(ctx, [
    { kind: 'approvals', shopId: null, userId: askerPerson, type, msg: `Request ${state}`, content },
  ]);
}
