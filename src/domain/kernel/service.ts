import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { z } from 'zod';
import { can, type Permission } from './rights/permissions.js';
import type { Audience } from './rights/roles.js';
import { readPriceRefusal } from './rights/price-refusal.js';
import { recordAudit } from './trail/model.js';
import type { Actor, ActorCtx, Ctx, DomainEvent, WriteCtx } from './context.js';
import { audience } from './context.js';
import { databaseError, isAway, isLostRace } from './database/errors.js';
import { DomainError, invalid } from './errors.js';
import { publish } from './events.js';
import { once, replayedResults } from './idempotency.js';
import { encodePaced } from './text/paced-answer.js';
import { onStandby } from './database/standby.js';
import './text/input-texts.js';

/**
 * What a use case may change. `read`: nothing. `write`: records; refused to view-only users, one transaction, a
 * history entry is required. `personal`: the actor's own marks, password and tickets; refused to read-only API keys,
 * one transaction.
 */
export type Effect = 'read' | 'write' | 'personal';

/** One schema for everyone, or one per audience. An audience without a schema gets nothing. */
export type Output = z.ZodType | ({ readonly office: z.ZodType } & { readonly [A in Audience]?: z.ZodType });

/** The type of the answer for an audience; never if it gets nothing. */
export type SchemaOf<O, A extends Audience = 'office'> = O extends z.ZodType
  ? O
  : O extends { readonly [K in A]: infer S extends z.ZodType }
    ? S
    : never;

interface Description<P extends Permission | 'anyone', E extends Effect, I extends z.ZodType, O extends Output> {
  readonly summary: string;
  readonly permission: P;
  readonly effect: E;
  readonly input: I;
  readonly output: O;
  /** Whether it may load the database heavily. Such a read runs on the standby if one is configured. */
  readonly readsFrom?: E extends 'read' ? 'standby' : never;
  /**
   * Whether the answer contains a secret that is shown once, so that it is not stored for a retry with the same
   * Idempotency-Key.
   */
  readonly answersSecret?: E extends 'read' ? never : true;
}

type CtxOf<P, E> = E extends 'read' ? PlainCtx<P> : P extends 'anyone' ? OpenWriteCtx : WriteCtx;
type PlainCtx<P> = P extends 'anyone' ? Ctx : ActorCtx;
/** A write that requires no signed-in user: first set-up and signing in. */
export type OpenWriteCtx = Omit<WriteCtx, 'actor'> & Pick<Ctx, 'actor'>;

/** A use case. Call it with a context and raw input; the answer is in wire format. */
export interface Service<I extends z.ZodType = z.ZodType, O extends Output = Output> {
  (ctx: Ctx, input: z.input<I>): Promise<z.input<SchemaOf<O>>>;
  readonly summary: string;
  readonly permission: Permission | 'anyone';
  readonly effect: Effect;
  readonly input: I;
  readonly output: O;
  /** Whether its answer contains a secret, so that no retry gets it again. */
  readonly answersSecret: boolean;
}

/**
 * Creates a use case. Each call checks the permission, parses the input (reporting every problem together), runs the
 * body (a write in one transaction) and returns only the fields that the output schema gives the actor's audience.
 * `prepare` runs once before a write opens its transaction, for slow work that needs no database, such as hashing.
 */
export function service<
  P extends Permission | 'anyone',
  E extends Effect,
  I extends z.ZodType,
  O extends Output,
  R = undefined,
>(
  use: Description<P, E, I, O> & {
    prepare?(ctx: PlainCtx<P>, input: z.output<I>): Promise<R>;
    run(ctx: CtxOf<P, E>, input: z.output<I>, prepared: R): Promise<z.output<SchemaOf<O>>>;
  },
): Service<I, O> {
  const { summary, permission, effect, input, output, answersSecret = false } = use;
  type Answer = z.input<SchemaOf<O>>;
  const call = async (ctx: Ctx, raw: z.input<I>): Promise<Answer> => {
    authorize(ctx, use.permission, use.effect);
    const values = readInput(input, raw);
    const answer = async (inner: Ctx, prepared: R) => {
      // `authorize` checked the actor, and a write is inside its transaction
      const result = await use.run(inner as CtxOf<P, E>, values, prepared);
      // the schema of the actor's audience; in the types, the office's schema stands for all of them
      return encodePaced(schemaFor(use.output, ctx), result) as Answer | Promise<Answer>;
    };
    const read = (from: Ctx) => answer(from, undefined as R); // only a write has `prepare`
    const write = async () => {
      const prepared = (await use.prepare?.(ctx as PlainCtx<P>, values)) as R; // R is undefined without it
      const inside = (tx: WriteCtx) => {
        const run = () => answer(tx, prepared);
        return use.permission === 'anyone' ? run() : once(tx, use.summary, run, answersSecret); // tokens are never stored
      };
      return again(() => inTransaction(ctx, inside, use.effect === 'write'));
    };
    const work =
      use.effect !== 'read'
        ? write()
        : use.readsFrom === 'standby'
          ? onStandby(ctx.db, ctx.logger, (db) => read({ ...ctx, db }))
          : read(ctx);
    return work.catch(async (error: unknown) => {
      throw (await readPriceRefusal(ctx, use.permission, error)) ?? toRefusal(error);
    });
  };
  return Object.assign(call, { summary, permission, effect, input, output, answersSecret });
}

/** Throws if the actor may not call a use case, or may not change anything. */
export function authorize(ctx: Pick<Ctx, 'actor'>, permission: Permission | 'anyone', effect: Effect): void {
  if (permission === 'anyone') return;
  if (!ctx.actor) throw new DomainError('not-signed-in', undefined);
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (isRefusedWithViewOnly(ctx.actor, effect)) throw new DomainError('view-only', undefined);
}

/** Whether an actor may only view, so that the effect is refused. A key has nothing personal. */
const isRefusedWithViewOnly = ({ viewOnly, scopes }: Actor, effect: Effect): boolean =>
  viewOnly && (effect === 'write' || (effect === 'personal' && scopes !== undefined));

/** Parses the input with its schema. Throws `invalid-input` with every problem and its path. */
export function readInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, 100).map((issue) => ({ path: issue.path.join('.'), msg: issue.message }));
  throw new DomainError('invalid-input', { errors });
}

const TRIES = 5;

/** Retries a transaction that PostgreSQL ended because of another one, after everything it did was rolled back. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (n >= TRIES || !isLostRace(error)) throw error;
      await setTimeout(Math.random() * 10 * 2 ** n); // let the other transaction finish, or they would collide again
    }
  }
}

/**
 * The refusal for a text with a NUL character or an unpaired surrogate, which PostgreSQL rejects; any other error is
 * returned unchanged.
 */
function toRefusal(error: unknown): unknown {
  const { code, message } = databaseError(error);
  const isUnstorable =
    code === '22021' || code === '22P05' || (code === '22P02' && /invalid input syntax for type json/.test(message));
  if (isUnstorable) return invalid('', 'A text contains a character that cannot be stored. Remove it and try again.');
  return OUT_OF_RANGE.has(code) ? invalid('', 'A number or a date is out of range.') : error;
}

const OUT_OF_RANGE: ReadonlySet<string> = new Set(['22003', '22007', '22008']);

/** The answer schema for an actor. Throws for an audience that has none. */
export function schemaFor(output: Output, ctx: Ctx): z.ZodType {
  if (output instanceof z.ZodType) return output;
  const schema = output[ctx.actor ? audience(ctx.actor) : 'builder'];
  if (!schema) throw new DomainError('permission-denied', undefined);
  return schema;
}

/** The answer of a call that found all values already stored. */
export const NOTHING_CHANGED = 'Nothing to change.';

/**
 * Runs `work` in one transaction, including its events and history entries. A write without a history entry is a bug,
 * unless all values were already stored; then it is rolled back, and its message states that. Throws
 * `write-unconfirmed` if the connection is lost during the commit, because the outcome is then unknown.
 */
export async function inTransaction<T>(ctx: Ctx, work: (tx: WriteCtx) => Promise<T>, isAudited = true): Promise<T> {
  let committing = false;
  let events: DomainEvent[] | null = [];
  const outcome = ctx.db.transaction(async (db: Knex.Transaction) => {
    let traces = 0;
    let isUnchanged = false;
    const pendingEvents: DomainEvent[] = [];
    const tx: WriteCtx = {
      ...(ctx as ActorCtx), // an open write (`OpenWriteCtx`) does not read its actor
      db,
      audit: async (entry) => {
        const entries = [entry].flat();
        traces += entries.length;
        await recordAudit(tx, entries);
      },
      unchanged: () => {
        isUnchanged = true;
      },
      publish: (event) => {
        pendingEvents.push(event);
        const by = { user: ctx.actor?.id ?? '', request: ctx.requestId };
        return publish(db, by.user ? { ...event, by } : event);
      },
      onCommit: (inner) => void pendingEvents.push(...(inner ?? [])),
    };
    const result = await work(tx);
    if (isUnchanged && traces === 0) throw new UnchangedAnswer(result);
    if (isAudited && traces === 0 && !replayedResults.has(tx)) throw new Error('a write left no audit entry');
    committing = true;
    events = replayedResults.has(tx) ? null : pendingEvents;
    return result;
  });
  const answer = await outcome.catch((error: unknown) => {
    events = null;
    if (error instanceof UnchangedAnswer) return answerUnchanged(error.result as T); // the value that `work` returned
    if (!committing || !isAway(error) || isLostRace(error)) throw error;
    throw Object.assign(new DomainError('write-unconfirmed', undefined), { cause: error });
  });
  ctx.onCommit?.(events);
  return answer;
}

/** Thrown to roll back a write that found all values already stored. */
class UnchangedAnswer extends Error {
  constructor(readonly result: unknown) {
    super('nothing was changed');
  }
}

const answerUnchanged = <T>(result: T): T =>
  typeof result === 'object' && result !== null && 'msg' in result ? { ...result, msg: NOTHING_CHANGED } : result;
