import { z } from 'zod';
import { DELIVER, deliverMessage, queueWaitingMessages } from '../outbox/deliver.js';
import { releaseDeadWorkers } from './alive.js';
import type { Tasks } from './task.js';

const Message = z.object({ id: z.uuid() });

/** What runs each minute: finds what a crash left lying. */
export const SWEEP = 'sweep';

/** Every task of the product by its name. */
export const tasks: Tasks = {
  [DELIVER]: ({ db, mailer, clock, lastAttempt }, payload) =>
    deliverMessage({ db, mailer, now: clock.now(), last: lastAttempt }, Message.parse(payload).id),
  [SWEEP]: async ({ db, logger }) => {
    const dead = await releaseDeadWorkers(db);
    if (dead > 0) logger.warn({ dead }, 'jobs of dead workers are taken up again');
    await queueWaitingMessages(db);
  },
};
