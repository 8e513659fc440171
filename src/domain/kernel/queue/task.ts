import type { Knex } from 'knex';
import type { Actor, Clock, Logger } from '../context.js';
import type { Mailer } from '../platform/mail.js';
import type { OutsideAccess } from '../platform/outside.js';
import type { SupportDesk } from '../platform/support-desk.js';

/** What a task may use, and which attempt this is. */
export interface TaskCtx {
  readonly db: Knex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer | null;
  readonly desk: SupportDesk | null;
  /** The actor for work that a user requested earlier; null once the account is deleted or inactive. */
  readonly actorOfUser: (userId: string) => Promise<Actor | null>;
  /** Records in the error log why a run failed: a refusal by a rule, or an unexpected error. */
  readonly keepFailure: (failure: Failure) => Promise<void>;
  /** Reaches other systems; null in a worker that was started without this ability. */
  readonly outside: OutsideAccess | null;
  /** Aborted when the worker stops. Long work then throws, and is resumed later. */
  readonly signal: AbortSignal;
  /** Whether a failure now is final, because this is the last attempt. */
  readonly lastAttempt: boolean;
}

/** A failed run, and the user it ran for. */
export interface Failure {
  readonly error: Error;
  readonly functionName: string;
  readonly userName: string;
  readonly shopId: string | null;
  readonly requestId: string;
}

/** Work in the background. It must be safe to run twice, because it is retried later if it throws. */
export type Task = (ctx: TaskCtx, payload: unknown) => Promise<void>;
export type Tasks = Readonly<Record<string, Task>>;
