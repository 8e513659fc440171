/** A table that may contain customer data. */
export interface Place {
  /** Its label: `Messages`. */
  readonly name: string;
  readonly table: string;
  /** Columns with text or JSON, with the type of each. */
  readonly columns: Readonly<Record<string, 'text' | 'jsonb' | 'json'>>;
  /** SQL: whether a row belongs to one of the orders `:orders`, also through their invoices and messages `:records`. */
  readonly tied?: string;
  /** Whether to search its rows for the serial number, the email address, the phone number or the street. */
  readonly searched?: true;
}

/** Every table with customer data besides orders, in the sequence of erasing. */
export const places: readonly Place[] = [
  {
    name: 'Rows from the sales system',
    table: 'order_sources',
    columns: { source: 'jsonb' },
    tied: 'order_id = any(:orders)',
  },
  {
    name: 'Rows of a pull in progress',
    table: 'feed_staged',
    columns: { content: 'json' },
    tied: 'external_id = any(:externals)',
  },
  {
    name: 'Changes from the sales system',
    table: 'order_proposals',
    columns: { row: 'jsonb', base: 'jsonb', differences: 'jsonb', effect: 'jsonb', before: 'jsonb', refusal: 'text' },
    tied: 'order_id = any(:orders)',
  },
  {
    name: 'Messages',
    table: 'comments',
    columns: { content: 'text' },
    tied: 'order_id = any(:orders)',
    searched: true,
  },
  {
    name: 'Messages on invoices',
    table: 'invoice_messages',
    columns: { msg: 'text' },
    tied: 'invoice_id = any(:records)',
  },
  {
    name: 'Notices',
    table: 'notifications',
    columns: { msg: 'text', content: 'text' },
    tied: 'link_id = any(:records)',
    searched: true,
  },
  { name: 'Emails', table: 'outbox_messages', columns: { payload: 'jsonb', error: 'text' }, searched: true },
  {
    name: 'History',
    table: 'audit_entries',
    columns: { before: 'jsonb', after: 'jsonb' },
    tied: 'entity_ids && :records',
  },
  {
    name: 'Rows of import files',
    table: 'import_rows',
    columns: { cells: 'jsonb', changes: 'jsonb', problems: 'jsonb', name: 'text' },
    tied: 'record_id = any(:orders)',
    searched: true,
  },
  { name: 'Import reports', table: 'imports', columns: { report: 'jsonb', before: 'jsonb' }, searched: true },
  { name: 'Stored responses', table: 'idempotency_keys', columns: { answer: 'jsonb' }, searched: true },
  { name: 'Background jobs', table: 'job_runs', columns: { result: 'jsonb', error: 'text' }, searched: true },
  {
    name: 'Requests',
    table: 'approval_requests',
    columns: { input: 'jsonb', effect: 'jsonb', note: 'text', reason: 'text', answer: 'text' },
    searched: true,
  },
  { name: 'Error log', table: 'error_logs', columns: { message: 'text', stack: 'text' }, searched: true },
  { name: 'Command runs', table: 'command_runs', columns: { line: 'text', log: 'text' }, searched: true },
  { name: 'Support tickets', table: 'support_tickets', columns: { description: 'text' }, searched: true },
  { name: 'Ticket answers', table: 'ticket_answers', columns: { content: 'text' }, searched: true },
  { name: 'Saved views', table: 'saved_views', columns: { filter: 'jsonb' }, searched: true },
];
