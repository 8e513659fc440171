import type { Knex } from 'knex';
import type { Clock, Logger } from '../context.js';
import type { Mailer } from '../platform/mail.js';
import type { SupportDesk } from '../platform/support-desk.js';

/** What a task may touch, and which try this is. */
export interface TaskCtx {
  readonly db: Knex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer | null;
  readonly desk: SupportDesk | null;
  /** Whether a failure now is final. */
  readonly lastAttempt: boolean;
}

/** Work in the background; it must be safe to run twice. A throw means: try again later. */
export type Task = (ctx: TaskCtx, payload: unknown) => Promise<void>;
export type Tasks = Readonly<Record<string, Task>>;
