import type { ClientBase } from 'pg';

/** Work that waited in a database when its backup was created, and does not run again automatically. */
export interface SettledWork {
  /** Jobs that were unfinished, now marked as failed. */
  readonly stoppedJobs: number;
  /** Messages that were waiting to be sent, now held back because they may have been sent since. */
  readonly waitingMessages: number;
  /** Webhooks that are now paused, because a copy of a database must not send them too. */
  readonly pausedWebhooks: number;
}

/** Settles unfinished work, because its messages may have been sent since, and the original database may still run. */
export async function settleRestored(client: ClientBase): Promise<SettledWork> {
  const change = async (sql: string): Promise<number> => (await client.query(sql)).rowCount ?? 0;
  const stoppedJobs = await change(
    `update job_runs set status = 'failed', finished_at = now(), error = 'A backup was restored before this was done: start it again.'
      where status in ('waiting', 'running')`,
  );
  const waitingMessages = await change(
    `update outbox_messages set status = 'kept', error = 'It waited when the backup was made that is restored here: it may have been sent since.'
      where status = 'waiting'`,
  );
  await change('update notice_mails set done_at = now() where done_at is null');
  await change(`delete from command_runs where state = 'running'`); // the backup itself, and jobs that ran beside it
  const pausedWebhooks = await change(
    `update webhook_endpoints set paused = true, pause_reason = 'A backup was restored.' where not paused`,
  );
  return { stoppedJobs, waitingMessages, pausedWebhooks };
}
