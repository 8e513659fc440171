/** What kind of refusal an error is. Each entry point (HTTP status, exit code) handles every kind. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unprocessable'
  | 'too-many'
  | 'timeout'
  | 'unavailable';

/** One problem with an input: where it is, and a sentence for the person who typed it. */
export interface FieldError {
  readonly path: string;
  readonly msg: string;
}

/** A connection that holds a lock: `since` is when it got it, as far as PostgreSQL knows. */
export interface LockHolder {
  readonly pid: number;
  readonly name: string;
  readonly address: string;
  readonly since: string;
}

const define = <D>(kind: ErrorKind, message: (details: D) => string) => ({ kind, message });

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} other tables` : names.join(', ');

const mailSenders = { user: 'You', side: 'Your shop or office', company: 'The company' } as const;

const catalogue = {
  'invalid-input': define('invalid', (d: { errors: readonly FieldError[] }) =>
    d.errors.map((e) => (e.path ? `${e.path}: ${e.msg}` : e.msg)).join('; '),
  ),
  'not-signed-in': define('unauthenticated', () => 'Sign in to continue.'),
  'invalid-credentials': define('unauthenticated', () => 'Invalid Credentials'),
  'unknown-host': define(
    'forbidden',
    (d: { host: string }) =>
      `This server does not accept requests for ${d.host}. To allow it, add the name to ALLOWED_HOSTS and restart Shedworks.`,
  ),
  'demo-account': define(
    'forbidden',
    () =>
      'Demo passwords are public, so demo accounts work only on the machine that runs the demo. To use them from elsewhere, start the demo with --i-know.',
  ),
  'foreign-page': define('forbidden', () => 'This request came from another site.'),
  'permission-denied': define('forbidden', () => 'Permission Denied'),
  'view-only': define('forbidden', () => 'Your account is view-only. You cannot make changes.'),
  'already-set-up': define('forbidden', () => 'Shedworks is already set up. Ask a super admin to add you as a user.'),
  'not-found': define('not-found', (d: { what: string }) => `${d.what} not found`),
  'stale-record': define(
    'conflict',
    (d: { what: string; by: string | null; current: unknown }) =>
      `${d.what} was changed${d.by ? ` by ${d.by}` : ''} in the meantime.`,
  ),
  'webhook-paused': define('conflict', () => 'This webhook is paused. Resume it first.'),
  'in-use': define(
    'conflict',
    (d: { what: string; by: readonly string[] }) => `${d.what} cannot be deleted: it is used by ${d.by.join(', ')}.`,
  ),
  'order-status': define(
    'conflict',
    (d: { from: string; to: string; why: string }) => `The status cannot change from ${d.from} to ${d.to}: ${d.why}.`,
  ),
  'order-locked': define('conflict', (d: { why: string }) => `The order cannot be changed: ${d.why}.`),
  'order-has-invoice': define(
    'conflict',
    (d: { invoiceNumber: string }) => `This order has invoice ${d.invoiceNumber}. Delete the invoice first.`,
  ),
  'order-not-deletable': define(
    'conflict',
    (d: { status: string; why: string }) => `An order in ${d.status} cannot be deleted: ${d.why}.`,
  ),
  'last-super-admin': define(
    'conflict',
    (d: { name: string }) => `${d.name} is the last active super admin. Make another user a super admin first.`,
  ),
  'not-receiver': define('forbidden', () => 'Only the side that received a message can mark it as read.'),
  'not-author': define('forbidden', () => 'Only its author or an Office Admin can delete a message.'),
  'own-account': define('conflict', (d: { why: string }) => d.why),
  'key-revoked': define('conflict', () => 'This API key is revoked. Add a new one.'),
  'sample-remains': define(
    'conflict',
    (d: { names: readonly string[] }) =>
      `Part of the sample catalogue is still here: ${d.names.join(', ')}. Remove it before you add it again.`,
  ),
  'sample-name-taken': define(
    'conflict',
    (d: { what: string }) => `${d.what} already exists. Rename it, and add the sample catalogue again.`,
  ),
  'company-exists': define('conflict', () => 'The company already exists. Change it under Settings.'),
  'invoice-status': define(
    'conflict',
    (d: { from: string; to: string }) => `An invoice cannot change from ${d.from} to ${d.to}.`,
  ),
  'invoice-number-taken': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice number ${d.invoiceNumber} already exists for this shop.`,
  ),
  'invoice-exists': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice ${d.invoiceNumber} already exists for this order.`,
  ),
  'invoice-not-deletable': define(
    'conflict',
    (d: { status: string; why: string }) => `An invoice that is ${d.status} cannot be deleted: ${d.why}.`,
  ),
  'invoice-locked': define(
    'conflict',
    (d: { status: string; why: string }) => `An invoice that is ${d.status} cannot be changed: ${d.why}.`,
  ),
  'invoices-not-payable': define(
    'conflict',
    (d: { numbers: readonly string[] }) =>
      `Only Approved invoices can be paid. No longer Approved: ${d.numbers.join(', ')}.`,
  ),
  'order-not-paid': define(
    'conflict',
    (d: { serialNumber: string }) =>
      `The invoice of order ${d.serialNumber} is not Paid. Change the order itself; its invoice updates too.`,
  ),
  'order-corrected': define(
    'conflict',
    () => 'This order has a correction to its payment. Delete the correction first.',
  ),
  'correction-paid': define(
    'conflict',
    (d: { paymentNumber: string }) =>
      `Payment ${d.paymentNumber} includes this correction. Add another correction, or delete that payment first.`,
  ),
  'corrections-not-waiting': define(
    'conflict',
    () => "A correction in this list no longer waits for this shop's payment. Reload and try again.",
  ),
  'payment-of-several-shops': define('conflict', () => 'A payment covers one shop. Select invoices of one shop only.'),
  'payment-number-taken': define(
    'conflict',
    (d: { paymentNumber: string }) => `Payment number ${d.paymentNumber} already exists for this shop.`,
  ),
  'purchase-order-number-taken': define(
    'conflict',
    (d: { number: string; vendor: string; orderedDate: string }) =>
      `PO# ${d.number} is already used by an order to ${d.vendor} of ${d.orderedDate}.`,
  ),
  'purchase-order-refused': define('conflict', (d: { number: string; why: string }) => `${d.number} ${d.why}.`),
  'nothing-received': define('conflict', () => 'Everything received is already in stock.'),
  'received-changed': define('conflict', () => 'What was received changed since the preview. Preview again.'),
  'import-running': define('conflict', () => 'Another order upload is running. Try again in a moment.'),
  cancelled: define('conflict', () => 'The request was canceled. Nothing was changed.'),
  'import-not-undoable': define('conflict', (d: { why: string }) => `The import cannot be undone: ${d.why}.`),
  'proposal-decided': define('conflict', (d: { state: string }) =>
    d.state === 'replaced'
      ? 'A newer row has replaced this proposal. Reload.'
      : `This proposal is already ${d.state}. Reload.`,
  ),
  'proposal-not-undoable': define('conflict', (d: { why: string }) => `The decision cannot be undone. ${d.why}`),
  'import-stale': define(
    'conflict',
    (d: { rows: number }) => `${d.rows} rows changed since the preview. Preview again.`,
  ),
  'import-unconfirmed': define(
    'conflict',
    (d: { questions: readonly string[] }) => `${d.questions.join(' ')} To import anyway, confirm it (confirmed: true).`,
  ),
  'import-applied': define('conflict', () => 'This import was already applied.'),
  'too-many-rows': define(
    'unprocessable',
    (d: { count: number; most: number }) =>
      `Excel files are limited to ${d.most.toLocaleString('en-US')} rows and this list has ${d.count.toLocaleString('en-US')}. Export it as CSV, or add filters.`,
  ),
  'report-too-long': define(
    'unprocessable',
    (d: { count: number; most: number }) =>
      `PDFs are limited to ${d.most.toLocaleString('en-US')} rows and this report has ${d.count.toLocaleString('en-US')}. Download it as Excel (xlsx), or add filters.`,
  ),
  'report-too-large': define(
    'unprocessable',
    (d: { most: number }) =>
      `This report has more than ${d.most.toLocaleString('en-US')} rows. Add filters, or download it as Excel (xlsx) or CSV.`,
  ),
  'backup-running': define(
    'conflict',
    () => 'Another backup or restore of this database is running. Try again when it finishes.',
  ),
  'backup-newer': define(
    'unprocessable',
    (d: { version: string }) =>
      `This backup was made with Shedworks ${d.version}, which is newer than this version. Restore it with ${d.version}.`,
  ),
  'nothing-to-back-up': define('conflict', () => 'Nothing to back up: the database has no Shedworks tables.'),
  'database-newer': define(
    'conflict',
    (d: { migrations: readonly string[] }) =>
      `A newer version of Shedworks has updated this database (${d.migrations.join(', ')}). Use that version.`,
  ),
  'database-not-empty': define(
    'conflict',
    (d: { tables: readonly string[] }) =>
      `A backup can only be restored into an empty database. This one has rows in ${shortList(d.tables)}.`,
  ),
  'database-in-use': define(
    'conflict',
    () => 'The database is in use by another process. Stop the server and try again.',
  ),
  'migration-running': define(
    'conflict',
    ({ holder }: { holder: LockHolder | null }) =>
      'Another process is updating this database' +
      (holder
        ? `: PostgreSQL process ${holder.pid} ("${holder.name}" from ${holder.address}), since ${holder.since}. ` +
          `Wait until it finishes. If it hangs, end it with "select pg_terminate_backend(${holder.pid})" and start again.`
        : '. Start again in a moment.'),
  ),
  'unreadable-file': define('unprocessable', (d: { why: string }) => `The file cannot be read: ${d.why}.`),
  'ticket-group-missing': define('conflict', () => 'Failed to submit the ticket. Please try again.'),
  'message-not-sendable': define('conflict', (d: { why: string }) => `The message cannot be sent again: ${d.why}.`),
  'run-waiting': define('conflict', () => 'This report is already being sent. Try again when it is done.'),
  'run-not-done': define('conflict', () => 'This run has not finished yet. Send it again when it has.'),
  'pull-not-waiting': define('conflict', () => 'This run does not wait for a decision. Reload.'),
  'pull-running': define('conflict', () => 'This source is already being pulled. Wait until that is done.'),
  'source-takes-files': define('conflict', () => 'People upload the files of this source. Upload one.'),
  'source-takes-no-files': define('conflict', () => 'This source is pulled. It takes no uploaded files.'),
  'source-unreadable': define('unprocessable', (d: { why: string }) => d.why),
  'answer-forgotten': define(
    'conflict',
    () => 'This request was already carried out, and its answer is no longer available. Nothing was repeated.',
  ),
  'idempotency-key-reused': define('unprocessable', () => 'This Idempotency-Key was already used for another request.'),
  'too-large': define('too-large', (d: { limit: string }) => `The request is larger than ${d.limit}.`),
  'too-many-attempts': define(
    'too-many',
    (d: { retryAfter: number }) => `Too many attempts. Try again in ${Math.ceil(d.retryAfter / 60)} minutes.`,
  ),
  'too-many-calls': define(
    'too-many',
    (d: { retryAfter: number }) => `Too many calls. Try again in ${d.retryAfter} seconds.`,
  ),
  busy: define(
    'too-many',
    (d: { retryAfter: number }) => `You have too many requests waiting. Try again in ${d.retryAfter} seconds.`,
  ),
  'too-slow': define('timeout', () => 'The request took too long to arrive. Check your connection and try again.'),
  'mail-quota': define(
    'too-many',
    (d: { whose: 'user' | 'side' | 'company'; most: number; retryAfter: number }) =>
      `${mailSenders[d.whose]} can send ${d.most.toLocaleString('en-US')} emails an hour. Try again in ${Math.ceil(d.retryAfter / 60)} minutes, or choose fewer recipients.`,
  ),
  'ticket-quota': define(
    'too-many',
    (d: { most: number; retryAfter: number }) =>
      `You can submit ${d.most} tickets an hour. Try again in ${Math.ceil(d.retryAfter / 60)} minutes.`,
  ),
  'database-unavailable': define('unavailable', () => 'The database is not responding. Try again in a moment.'),
  'write-unconfirmed': define(
    'unavailable',
    () =>
      'The database did not confirm the change in time. It may already be saved, so check before you try again. ' +
      'Repeating it with the same Idempotency-Key is safe.',
  ),
  'no-room': define('unavailable', () => 'The server is out of disk space. Nothing was changed.'),
} as const;

/** Every refusal: its kind, and its sentence. */
export { catalogue as errorCatalogue };

type Catalogue = typeof catalogue;
export type ErrorCode = keyof Catalogue;
type Details<C extends ErrorCode> = Parameters<Catalogue[C]['message']>[0];

/** A refusal written for people: what went wrong. The entry point picks the status or exit code. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  readonly kind: ErrorKind;
  constructor(
    readonly code: C,
    readonly details: Details<C>,
  ) {
    super((catalogue[code].message as (d: Details<C>) => string)(details)); // the entry of this very code
    this.name = 'DomainError';
    this.kind = catalogue[code].kind;
  }
  /** The problems by field; empty when the refusal is not about the input. */
  get errors(): readonly FieldError[] {
    return this.code === 'invalid-input' ? (this.details as Details<'invalid-input'>).errors : []; // those of this very code
  }
}

/** An input refused for one field. */
export const invalid = (path: string, msg: string) => new DomainError('invalid-input', { errors: [{ path, msg }] });

/** A record that does not exist, or that the actor must not know about. */
export const notFound = (what: string) => new DomainError('not-found', { what });
