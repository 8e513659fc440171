import { define } from './define.js';

const mailSenders = { user: 'You', side: 'Your shop or office', company: 'The company' } as const;

/** Errors of reports, email, tickets and webhooks. */
export const reportsErrors = {
  'webhook-paused': define('conflict', () => 'This webhook is paused. Resume it first.'),
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
  'pdf-too-large': define(
    'unprocessable',
    () => 'This PDF is too large to make. Choose fewer records or columns, or download a spreadsheet.',
  ),
  'report-too-large': define(
    'unprocessable',
    (d: { most: number }) =>
      `This report has more than ${d.most.toLocaleString('en-US')} rows. Add filters, or download it as Excel (xlsx) or CSV.`,
  ),
  'ticket-group-missing': define('conflict', () => 'Failed to submit the ticket. Please try again.'),
  'message-not-sendable': define('conflict', (d: { why: string }) => `The message cannot be sent again: ${d.why}.`),
  'run-waiting': define('conflict', () => 'This report is already being sent. Try again when that finishes.'),
  'run-not-done': define('conflict', () => 'This run has not finished yet. Send it again when it has.'),
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
} as const;
