import type { Knex } from 'knex';
import type { Actor, Clock, Logger } from '../context.js';
import type { Mailer } from '../platform/mail.js';
import type { SupportDesk } from '../platform/support-desk.js';

/** What a task may touch, and which try this is. */
export interface TaskCtx {
  readonly db: Knex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer | null;
  readonly desk: SupportDesk | null;
  /** A user as who acts, for work that was asked for earlier; null once the account is gone or inactive. */
  readonly actorOfUser: (userId: string) => Promise<Actor | null>;
  /** Keeps in the error log why a run ended: a refusal by a rule, or what nobody expected. */
  readonly keepFailure: (failure: Failure) => Promise<void>;
  /** Whether a failure now is final. */
  readonly lastAttempt: boolean;
}

/** A run that failed, and for whom it ran. */
export interface Failure {
  readonly error: Error;
  readonly functionName: string;
  readonly userName: string;
  readonly shopId: string | null;
  readonly requestId: string;
}

/** Work in the background; it must be safe to run twice. A throw means: try again later. */
export type Task = (ctx: TaskCtx, payload: unknown) => Promise<void>;
export type Tasks = Readonly<Record<string, Task>>;
