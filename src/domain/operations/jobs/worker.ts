import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  run,
  runOnce,
  type RunnerOptions,
  type Task as GraphileTask,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Knex } from 'knex';
import type pg from 'pg';
import { watchCommits } from '../../kernel/database/commit-watch.js';
import { systemClock, type Actor, type Clock, type Logger } from '../../kernel/context.js';
import { connect } from '../../kernel/database/database.js';
import type { Config } from '../../kernel/platform/config.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { createMailer, type Mailer } from '../../kernel/platform/mail.js';
import { createSupportDesk, type DeskConfig } from '../../kernel/platform/monday.js';
import { newId } from '../../kernel/ids.js';
import { findUser, getActor } from '../../company/users/queries.js';
import { DomainError } from '../../kernel/errors.js';
import { keepError } from '../logs/model.js';
import { isLogged } from '../logs/rules.js';
import { DeliveryFailure } from '../../messaging/outbox/deliver.js';
import { deliverDue, startDispatcher } from '../webhooks/dispatcher.js';
import { type AliveMark, openMark, releaseDeadWorkers } from './alive.js';
import { openPatientPool, openQueuePool } from '../../kernel/queue/queue-pool.js';
import { prepareJobs } from '../../kernel/queue/queue.js';
import type { Failure, TaskCtx, Tasks } from '../../kernel/queue/task.js';
import { SWEEP, tasks as allTasks } from './tasks.js';

export interface WorkerOptions {
  readonly url: string;
  readonly db: Knex;
  readonly logger: Logger;
  readonly config: Pick<Config, 'MAIL_FROM'> & {
    readonly SMTP_URL?: string | undefined;
    readonly PUBLIC_URL?: string | undefined;
  } & DeskConfig;
  readonly clock?: Clock;
  readonly outside?: OutsideAccess;
  readonly tasks?: Tasks;
}

/** A running worker. */
export interface RunningWorker {
  /** Accepts no new jobs, waits for the running ones, then ends. */
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
const RESTART_MS = 1000;

/**
 * Runs jobs from the queue until it is stopped, starting with those that a dead worker left. Restarts after the
 * database was unavailable.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController();
  let current = await launch(options, stopping.signal);
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.ended.catch((err: unknown) => options.logger.error({ err }, 'the worker ended'));
      await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // stop() was called
      if (stopping.signal.aborted) return;
      const next = await launch(options, stopping.signal).catch((err: unknown) =>
        options.logger.warn({ err }, 'the worker could not start'),
      );
      if (next) current = next;
    }
  };
  const watching = watch();
  const parts = webhookParts(options);
  const webhooks = parts && startDispatcher(parts);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([current.stop(), webhooks?.stop()]);
      await watching;
      await current.stop();
    },
  };
}

/** What the delivery of webhooks needs; null for a worker that reaches no other systems or has special tasks. */
const webhookParts = ({ db, logger, clock = systemClock, outside, tasks }: WorkerOptions) =>
  outside && !tasks ? { db, logger, clock, outside } : null;

/**
 * A worker in a process without a server, which therefore checks for hanging commits itself. `writeDeadlineMs`
 * defaults to 4000.
 */
export async function startLoneWorker({
  writeDeadlineMs,
  ...options
}: WorkerOptions & { readonly writeDeadlineMs?: number }): Promise<RunningWorker> {
  const { url, db, logger } = options;
  const probe = connect(url, { max: 1, applicationName: 'shedworks-health' });
  const watch = watchCommits(db, { over: probe, deadlineMs: writeDeadlineMs, logger });
  const leave = (): Promise<void> => {
    watch.stop();
    return probe.destroy();
  };
  try {
    const worker = await startWorker(options);
    return { stop: () => thenDo(worker.stop(), leave) };
  } catch (error) {
    await leave();
    throw error;
  }
}

interface LaunchedWorker {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function launch(options: WorkerOptions, stopping: AbortSignal): Promise<LaunchedWorker> {
  const { url, db, logger } = options;
  await prepareJobs(url);
  const alive = await openMark(url, logger);
  const mailer = createMailer(options.config);
  const pool = openPatientPool({ url, max: CONCURRENCY + 2, logger, stopping });
  const close = async () => {
    mailer?.close();
    await pool.end();
    await alive.stop();
  };
  try {
    await releaseDeadWorkers(db);
    const crontab = `* * * * * ${SWEEP} ?jobKey=${SWEEP}&max=3`;
    const runner = await run({ ...runnerOptions(options, pool, alive, mailer), crontab });
    const end = thenDo(runner.promise, close);
    return {
      ended: end,
      stop: () =>
        runner.stop().then(
          () => end,
          () => undefined,
        ),
    }; // rejects if the worker ended unexpectedly
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `after` when a promise settles, whether it succeeded or failed. */
async function thenDo(promise: Promise<void>, after: () => Promise<void>): Promise<void> {
  try {
    await promise;
  } finally {
    await after();
  }
}

/**
 * Reports each finished job to the queue immediately, in a batch of one. A stopping worker waits for the answer, and
 * without the database the worker ends and restarts. With the queue's default, nothing would wait, and a failure
 * would crash the process.
 */
const batches = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const runnerOptions = (
  options: WorkerOptions,
  pgPool: pg.Pool,
  alive: AliveMark,
  mailer: Mailer | null,
): RunnerOptions => ({
  pgPool,
  preset: { worker: batches },
  concurrency: CONCURRENCY,
  noHandleSignals: true,
  logger: workerLogger(options.logger),
  events: markedBy(alive.mark),
  taskList: taskList(
    {
      ...{ db: options.db, logger: options.logger, mailer, desk: createSupportDesk(options.config) },
      clock: options.clock ?? systemClock,
      outside: options.outside ?? null,
      actorOfUser: (id) => actorOfUser(options.db, id),
      keepFailure: (failure) => keepFailure(options.db, failure),
    },
    options.tasks ?? allTasks,
    alive.whenVisible,
  ),
});

async function actorOfUser(db: Knex, id: string): Promise<Actor | null> {
  const user = await findUser(db, id);
  return user?.active ? getActor(user) : null;
}

async function keepFailure(db: Knex, failure: Failure): Promise<void> {
  const { error } = failure;
  if (!(error instanceof DomainError)) await keepError(db, { ...failure, kind: 'unexpected' });
  else if (isLogged(error)) await keepError(db, { ...failure, kind: 'refused' });
}

/**
 * Runs all waiting jobs and the jobs they queue, delivers due webhooks, then ends. Failed jobs stay in the queue for
 * a retry.
 */
export async function workOff(options: WorkerOptions): Promise<void> {
  await prepareJobs(options.url);
  const alive = await openMark(options.url, options.logger);
  const mailer = createMailer(options.config);
  const pool = openQueuePool({ url: options.url, max: CONCURRENCY + 2, logger: options.logger });
  try {
    await releaseDeadWorkers(options.db);
    await runOnce(runnerOptions(options, pool, alive, mailer));
    const parts = webhookParts(options);
    if (parts) await deliverDue(parts);
  } finally {
    mailer?.close();
    await pool.end();
    await alive.stop();
  }
}

/** The ID under which the queue locks jobs: that of the process's worker pool. */
function markedBy(mark: (poolId: string) => void): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents; // the events belong to the queue
  events.on('pool:create', ({ workerPool }) => mark(workerPool.id));
  return events;
}

/** Starts no task before other processes can see that its worker is alive. */
function taskList(
  parts: Omit<TaskCtx, 'lastAttempt' | 'signal'>,
  tasks: Tasks,
  waitUntilSeen: () => Promise<unknown>,
): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, GraphileTask] => [
      name,
      async (payload, { job, abortSignal: signal }) => {
        await waitUntilSeen();
        const lastAttempt = job.attempts >= job.max_attempts;
        await task({ ...parts, signal, lastAttempt }, payload).catch((error: unknown) => mishap(parts, name, error));
      },
    ]),
  ) satisfies TaskList;
}

/** Writes unexpected errors to the error log, then lets the queue retry; the outbox reports its own failures. */
async function mishap({ db, logger }: Pick<TaskCtx, 'db' | 'logger'>, name: string, thrown: unknown): Promise<never> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (!(error instanceof DeliveryFailure)) {
    const entry = { kind: 'unexpected', functionName: `task ${name}`, userName: '', shopId: null, error } as const;
    await keepError(db, { ...entry, requestId: newId() }).catch((reason: unknown) =>
      logger.error({ err: reason }, 'the error log could not be written'),
    );
  }
  throw error;
}

/** The queue's own log messages: problems are logged, routine messages are not. */
const workerLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(() => (level: string, message: string) => {
    if (level === 'error') logger.error({}, message);
    else if (level === 'warning') logger.warn({}, message);
  });
