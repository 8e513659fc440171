import { databaseError } from './database/errors.js';

/** What kind of refusal an error is; each door (HTTP status, exit code) answers every kind. */
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

/** One problem of an input: where, and a sentence for the person who typed it. */
export interface FieldError {
  readonly path: string;
  readonly msg: string;
}

/** A connection that holds a lock: `since` is when it got it, as far as PostgreSQL can tell. */
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
  'not-signed-in': define('unauthenticated', () => 'Please sign in.'),
  'invalid-credentials': define('unauthenticated', () => 'Invalid Credentials'),
  'unknown-host': define(
    'forbidden',
    (d: { host: string }) =>
      `Shedworks is not served as ${d.host}. If it should be, add this name to ALLOWED_HOSTS and start it again.`,
  ),
  'demo-account': define(
    'forbidden',
    () =>
      'Everyone knows the password of a demo account: it works on the machine of the demo only. Start it with --i-know to use it from elsewhere.',
  ),
  'foreign-page': define('forbidden', () => 'This request came from a page of another site.'),
  'permission-denied': define('forbidden', () => 'Permission Denied'),
  'view-only': define('forbidden', () => 'Your account is view-only: it cannot change anything.'),
  'already-set-up': define('forbidden', () => 'Shedworks is set up already: a super admin adds users.'),
  'not-found': define('not-found', (d: { what: string }) => `${d.what} not found`),
  'stale-record': define(
    'conflict',
    (d: { what: string; by: string | null; current: unknown }) =>
      `${d.what} was changed${d.by ? ` by ${d.by}` : ''} in the meantime.`,
  ),
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
    (d: { invoiceNumber: string }) => `Invoice ${d.invoiceNumber} exists for this order: delete the invoice first.`,
  ),
  'order-not-deletable': define(
    'conflict',
    (d: { status: string; why: string }) => `An order in ${d.status} cannot be deleted: ${d.why}.`,
  ),
  'last-super-admin': define(
    'conflict',
    (d: { name: string }) => `${d.name} is the last super admin who can act: make somebody else one first.`,
  ),
  'not-receiver': define('forbidden', () => 'Only the side that received a message marks it as read.'),
  'not-author': define('forbidden', () => 'A message is deleted by its author or by an Office Admin.'),
  'own-account': define('conflict', (d: { why: string }) => d.why),
  'company-exists': define('conflict', () => 'The company exists already: change it under Settings.'),
  'invoice-status': define(
    'conflict',
    (d: { from: string; to: string }) => `An invoice cannot go from ${d.from} to ${d.to}.`,
  ),
  'invoice-number-taken': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice number ${d.invoiceNumber} exists already for this shop.`,
  ),
  'invoice-exists': define(
    'conflict',
    (d: { invoiceNumber: string }) => `Invoice ${d.invoiceNumber} exists already for this order.`,
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
      `Only Approved invoices can be paid. Not Approved any more: ${d.numbers.join(', ')}.`,
  ),
  'order-not-paid': define(
    'conflict',
    (d: { serialNumber: string }) =>
      `The invoice of order ${d.serialNumber} is not Paid: correct the order itself, its invoice follows.`,
  ),
  'order-corrected': define(
    'conflict',
    () => 'A correction of this order puts right what was paid: delete the correction first.',
  ),
  'correction-paid': define(
    'conflict',
    (d: { paymentNumber: string }) =>
      `Payment ${d.paymentNumber} paid this correction: add another one, or delete that payment first.`,
  ),
  'corrections-not-waiting': define(
    'conflict',
    () => "A correction of this list no longer waits for this shop's payment. Reload and try again.",
  ),
  'payment-of-several-shops': define('conflict', () => 'A payment goes to one shop: select invoices of one shop only.'),
  'payment-number-taken': define(
    'conflict',
    (d: { paymentNumber: string }) => `Payment number ${d.paymentNumber} exists already for this shop.`,
  ),
  'purchase-order-number-taken': define(
    'conflict',
    (d: { number: string; vendor: string; orderedDate: string }) =>
      `PO# ${d.number} is already the number of an order to ${d.vendor} of ${d.orderedDate}.`,
  ),
  'purchase-order-refused': define('conflict', (d: { number: string; why: string }) => `${d.number} ${d.why}.`),
  'import-running': define('conflict', () => 'An upload of orders is running. Please try again in a moment.'),
  cancelled: define('conflict', () => 'The request was cancelled: nothing was changed.'),
  'import-not-undoable': define('conflict', (d: { why: string }) => `The import cannot be undone: ${d.why}.`),
  'import-stale': define(
    'conflict',
    (d: { rows: number }) => `${d.rows} rows are not what the preview showed any more: look at it again.`,
  ),
  'import-unconfirmed': define(
    'conflict',
    (d: { questions: readonly string[] }) =>
      `${d.questions.join(' ')} Confirm it (confirmed: true) to import it anyway.`,
  ),
  'import-applied': define('conflict', () => 'The import was applied already.'),
  'too-many-rows': define(
    'unprocessable',
    (d: { count: number; most: number }) =>
      `An Excel file takes ${d.most.toLocaleString('en-US')} rows and this list has ${d.count.toLocaleString('en-US')}: export it as csv, or narrow it.`,
  ),
  'report-too-long': define(
    'unprocessable',
    (d: { count: number; most: number }) =>
      `A PDF takes ${d.most.toLocaleString('en-US')} rows and this report has ${d.count.toLocaleString('en-US')}: download it as Excel (xlsx), or narrow it.`,
  ),
  'report-too-large': define(
    'unprocessable',
    (d: { most: number }) =>
      `This report has more than ${d.most.toLocaleString('en-US')} rows: narrow it, or download it as Excel (xlsx) or csv.`,
  ),
  'backup-running': define('conflict', () => 'Another backup or restore is running in this database.'),
  'backup-newer': define(
    'unprocessable',
    (d: { version: string }) =>
      `The backup was made by Shedworks ${d.version}, which is newer than this one: restore it with that version.`,
  ),
  'nothing-to-back-up': define(
    'conflict',
    () => 'There is nothing to back up: the database has no tables of Shedworks.',
  ),
  'database-newer': define(
    'conflict',
    (d: { migrations: readonly string[] }) =>
      `The database was made by a newer version of Shedworks (${d.migrations.join(', ')}): use that version.`,
  ),
  'database-not-empty': define(
    'conflict',
    (d: { tables: readonly string[] }) =>
      `A backup is restored into an empty database only, and this one has rows in ${shortList(d.tables)}.`,
  ),
  'database-in-use': define('conflict', () => 'Somebody uses the database: stop the server and try again.'),
  'migration-running': define(
    'conflict',
    ({ holder }: { holder: LockHolder | null }) =>
      'Another process keeps bringing this database up to date' +
      (holder
        ? `: process ${holder.pid} of PostgreSQL ("${holder.name}" from ${holder.address}), since ${holder.since}. ` +
          `Wait for it. If it no longer works, end it with "select pg_terminate_backend(${holder.pid})" and start again.`
        : '. Start again in a moment.'),
  ),
  'unreadable-file': define('unprocessable', (d: { why: string }) => `The file cannot be read: ${d.why}.`),
  'ticket-group-missing': define('conflict', () => 'Failed to submit the ticket. Please try again.'),
  'message-not-sendable': define('conflict', (d: { why: string }) => `The message cannot be sent again: ${d.why}.`),
  'run-waiting': define('conflict', () => 'This report is being sent already. Try again when it is done.'),
  'run-not-done': define('conflict', () => 'This run is not done yet: it cannot be sent again.'),
  'answer-forgotten': define(
    'conflict',
    () => 'This request was carried out before, and its answer is no longer kept. Nothing was done again.',
  ),
  'idempotency-key-reused': define('unprocessable', () => 'This Idempotency-Key was used for another request.'),
  'too-large': define('too-large', (d: { limit: string }) => `The request is larger than ${d.limit}.`),
  'too-many-attempts': define(
    'too-many',
    (d: { retryAfter: number }) => `Too many attempts. Try again in ${Math.ceil(d.retryAfter / 60)} minutes.`,
  ),
  busy: define(
    'too-many',
    (d: { retryAfter: number }) => `Too many of your requests wait already. Try again in ${d.retryAfter} seconds.`,
  ),
  'too-slow': define('timeout', () => 'The request took too long to arrive.'),
  'mail-quota': define(
    'too-many',
    (d: { whose: 'user' | 'side' | 'company'; most: number; retryAfter: number }) =>
      `${mailSenders[d.whose]} can send ${d.most.toLocaleString('en-US')} e-mails an hour. Try again in ${Math.ceil(d.retryAfter / 60)} minutes, or choose fewer recipients.`,
  ),
  'ticket-quota': define(
    'too-many',
    (d: { most: number; retryAfter: number }) =>
      `You can submit ${d.most} tickets an hour. Try again in ${Math.ceil(d.retryAfter / 60)} minutes.`,
  ),
  'database-unavailable': define('unavailable', () => 'The database does not answer at the moment. Please try again.'),
  'write-unconfirmed': define(
    'unavailable',
    () =>
      'The database did not confirm the change in time. It may be saved already: check before you repeat it. ' +
      'A repeat under the same Idempotency-Key does nothing twice.',
  ),
  'no-room': define('unavailable', () => 'There is no room left on the disk of the server: nothing was changed.'),
} as const;

type Catalogue = typeof catalogue;
export type ErrorCode = keyof Catalogue;
type Details<C extends ErrorCode> = Parameters<Catalogue[C]['message']>[0];

/** A refusal that a person reads: what went wrong, said once; the door decides the number. */
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
  /** The problems field by field; empty when the refusal is not about the input. */
  get errors(): readonly FieldError[] {
    return this.code === 'invalid-input' ? (this.details as Details<'invalid-input'>).errors : []; // those of this very code
  }
}

/** An input refused for one field. */
export const invalid = (path: string, msg: string) => new DomainError('invalid-input', { errors: [{ path, msg }] });

/** A record that does not exist, or that the actor may not know of. */
export const notFound = (what: string) => new DomainError('not-found', { what });

/** The constraint of the database that refused a write; undefined for any other failure. */
export function constraintOf(error: unknown): string | undefined {
  return databaseError(error).constraint || undefined;
}
