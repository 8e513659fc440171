import type { Knex } from 'knex';
import { z } from 'zod';
import { forgetOldAccess } from '../../company/access-log/record.js';
import { forgetOldSessions } from '../../company/sessions/touch.js';
import { forgetAnswers } from '../../kernel/idempotency.js';
import { forgetStaged } from '../../imports/forget-staged.js';
import { RUN_FEED, sweepFeeds } from '../../imports/feed/runs/due.js';
import { runFeed } from '../../imports/feed/runs/run.js';
import { sweepCommandRuns } from '../command-runs/record.js';
import { forgetSurplusErrors } from '../logs/model.js';
import { SEND_LINK, sendLink } from '../../messaging/sign-in-links/forgotten.js';
import { forgetOldLinks } from '../../company/links/links.js';
import { DELIVER, deliverMessage, forgetSecrets, queueWaitingMessages } from '../../messaging/outbox/deliver.js';
import { MAIL_NOTICES } from '../../kernel/notices/notify.js';
import { mailNotices, sendDueNotices } from '../../messaging/notices/mailing.js';
import { REMATCH, Rematch, rematchNewOrders } from '../../orders/intake/rematch-new.js';
import { RUN_SCHEDULE, sweepSchedules } from '../../reporting/schedules/due.js';
import { runSchedule } from '../../reporting/schedules/run.js';
import { forgetByAge } from '../retention/forget.js';
import { sendDigests } from '../notices/digest.js';
import { sweepNotices } from '../notices/standing.js';
import { releaseDeadWorkers } from './alive.js';
import { jobTask } from '../../kernel/queue/runs.js';
import type { Tasks } from '../../kernel/queue/task.js';

const Message = z.object({ id: z.uuid() });
const Notices = z.object({ ids: z.array(z.uuid()) });

/** The task that runs every minute and picks up what a crash left unfinished. */
export const SWEEP = 'sweep';

const DAY = 24 * 3600 * 1000;

/**
 * Deletes expired or surplus data: idempotency keys and their responses, imports that were never applied, rate counts,
 * sessions, sign-ins that were not finished, replaced secrets of API keys.
 */
export async function forgetOld(db: Knex, now: Date): Promise<void> {
  await db('idempotency_keys')
    .where('at', '<', new Date(now.getTime() - 7 * DAY))
    .delete();
  await forgetAnswers(db);
  await forgetStaged(db, now);
  await db('rate_limits').where('expire', '<', now.getTime()).delete();
  await db('ended_sessions').where('expires_at', '<', now).delete();
  await forgetOldSessions(db, now);
  await db('sign_in_tickets').where('expires_at', '<', now).delete();
  await db('used_challenges').where('expires_at', '<', now).delete();
  await db('api_key_secrets')
    .where('expires_at', '<', new Date(now.getTime() - 90 * DAY))
    .delete();
}

/** Every task of the product by name. */
export const tasks: Tasks = {
  [DELIVER]: ({ db, mailer, desk, outside, clock, lastAttempt }, payload) =>
    deliverMessage(
      { db, mailer, desk, vault: outside?.vault ?? null, now: clock.now(), last: lastAttempt },
      Message.parse(payload).id,
    ),
  [SEND_LINK]: sendLink,
  [MAIL_NOTICES]: (task, payload) => mailNotices(task, Notices.parse(payload).ids),
  [REMATCH]: jobTask(Rematch, (ctx, input) => rematchNewOrders(ctx, input)),
  [RUN_SCHEDULE]: (task, payload) => runSchedule(task, Message.parse(payload).id),
  [RUN_FEED]: (task, payload) => runFeed(task, Message.parse(payload).id),
  [SWEEP]: async ({ db, logger, clock }) => {
    const deadWorkers = await releaseDeadWorkers(db);
    if (deadWorkers > 0) logger.warn({ dead: deadWorkers }, 'jobs of dead workers returned to the queue');
    await queueWaitingMessages(db, clock.now());
    await sweepNotices({ db, logger, clock });
    await sendDueNotices({ db, logger, clock });
    await sendDigests({ db, logger, clock });
    await sweepSchedules({ db, logger, clock });
    await sweepFeeds({ db, logger, clock });
    await sweepCommandRuns({ db, logger, clock });
    await forgetByAge(db, clock.now());
    await forgetOld(db, clock.now());
    await forgetSurplusErrors(db);
    await forgetOldAccess(db, clock.now());
    await forgetOldLinks(db, clock.now());
    await forgetSecrets(db, new Date(clock.now().getTime() - 3 * DAY));
    await db('sweeps').insert({ ended_at: clock.now() }).onConflict('only_one').merge();
  },
};
