/** Records that are deleted when they are old: a table, the column with their age, and the default number of days. */
export const retainedKinds = {
  mail: { label: 'Sent emails', table: 'outbox_messages', at: 'sent_at', where: `status = 'sent'`, days: 365 },
  mailFiles: {
    label: 'Files of sent emails',
    table: 'outbox_attachments',
    at: '(select max(coalesce(m.sent_at, now())) from outbox_messages m where m.batch_id = outbox_id)',
    where: 'true',
    days: 30,
  },
  errorLog: { label: 'Error log', table: 'error_logs', at: 'at', where: 'true', days: 90 },
  feedRuns: { label: 'Pulls of sources', table: 'feed_runs', at: 'finished_at', where: 'true', days: 180 },
  feedRows: {
    label: 'Raw rows of decided changes from the sales system',
    table: 'order_proposals',
    at: 'decided_at',
    where: `state <> 'open'`,
    days: 365,
  },
  webhookLog: { label: 'Webhook deliveries', table: 'webhook_messages', at: 'at', where: 'true', days: 30 },
  commandRuns: {
    label: 'Command runs',
    table: 'command_runs',
    at: 'started_at',
    where: `state <> 'running'`,
    days: 90,
  },
  jobs: { label: 'Background jobs', table: 'job_runs', at: 'finished_at', where: 'true', days: 365 },
} as const satisfies Record<
  string,
  {
    readonly label: string;
    readonly table: string;
    /** SQL: the instant from which its age counts. */
    readonly at: string;
    /** SQL: which of its rows may be deleted. */
    readonly where: string;
    /** How many days it is kept by default. */
    readonly days: number;
  }
>;
export type RetentionKind = keyof typeof retainedKinds;

export const SHORTEST_DAYS = 1;
export const LONGEST_DAYS = 3650;
