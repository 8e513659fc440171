import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Knex } from 'knex';
import { systemClock, type Clock, type Logger } from '../context.js';
import type { Config } from '../platform/config.js';
import { createMailer } from '../platform/mail.js';
import { openMark, releaseDeadWorkers } from './alive.js';
import { prepareJobs } from './queue.js';
import type { TaskCtx, Tasks } from './task.js';
import { SWEEP, tasks as allTasks } from './tasks.js';

export interface WorkerOptions {
  readonly url: string;
  readonly db: Knex;
  readonly logger: Logger;
  readonly config: Pick<Config, 'MAIL_FROM'> & { readonly SMTP_URL?: string | undefined };
  readonly clock?: Clock;
  readonly tasks?: Tasks;
}

/** A running worker. `ended` settles when it stops, with an error when it could not go on. */
export interface RunningWorker {
  readonly ended: Promise<void>;
  /** Lets running jobs finish (they are told after five seconds), then ends. */
  stop(): Promise<void>;
}

const CONCURRENCY = 4;

/** Takes jobs from the queue until it is stopped, first those that a dead worker left. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { url, db, logger } = options;
  await prepareJobs(url);
  const alive = await openMark(url, logger);
  const mailer = createMailer(options.config);
  const close = async () => {
    mailer?.close();
    await alive.stop();
  };
  try {
    await releaseDeadWorkers(db);
    const runner = await run({
      connectionString: url,
      maxPoolSize: CONCURRENCY + 2,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      crontab: `* * * * * ${SWEEP} ?jobKey=${SWEEP}&max=3`,
      logger: workerLogger(logger),
      events: markedBy(alive.mark),
      taskList: taskList({ db, logger, mailer, clock: options.clock ?? systemClock }, options.tasks ?? allTasks),
    });
    return { ended: runner.promise.finally(close), stop: () => runner.stop().then(() => runner.promise) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The queue locks jobs under the id of the process's pool of workers. */
function markedBy(mark: (poolId: string) => void): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => mark(workerPool.id));
  return events;
}

function taskList(parts: Omit<TaskCtx, 'lastAttempt'>, tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }) => task({ ...parts, lastAttempt: job.attempts >= job.max_attempts }, payload),
    ]),
  ) as TaskList;
}

/** The queue's own messages: problems are told, its chatter is not. */
const workerLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error({}, message);
    else if (level === 'warning') logger.warn({}, message);
  });
