import { define } from './define.js';

/** Errors of uploads, imports, sources and proposals. */
export const importsErrors = {
  'import-running': define('conflict', () => 'Another order upload is running. Try again in a moment.'),
  'import-not-undoable': define('conflict', (d: { why: string }) => `The import cannot be undone: ${d.why}.`),
  'proposal-decided': define('conflict', (d: { state: string }) =>
    d.state === 'replaced'
      ? 'A newer row has replaced this proposal. Reload.'
      : `This proposal was already ${d.state}. Reload.`,
  ),
  'proposal-not-undoable': define('conflict', (d: { why: string }) => `The decision cannot be undone. ${d.why}`),
  'import-stale': define(
    'conflict',
    (d: { rows: number }) => `${d.rows} rows changed since the preview. Preview again.`,
  ),
  'import-overtaken': define(
    'conflict',
    (d: { rows: number }) => `${d.rows} rows changed while the file was read. Nothing was imported. Import it again.`,
  ),
  'import-unconfirmed': define(
    'conflict',
    (d: { questions: readonly string[] }) => `${d.questions.join(' ')} To import anyway, confirm it (confirmed: true).`,
  ),
  'import-applied': define('conflict', () => 'This import was already applied.'),
  'unreadable-file': define('unprocessable', (d: { why: string }) => `The file cannot be read: ${d.why}.`),
  'pull-not-waiting': define('conflict', () => 'This pull is not waiting for a decision. Reload.'),
  'pull-running': define('conflict', () => 'This source is already being pulled. Try again when that finishes.'),
  'source-takes-files': define('conflict', () => 'Users upload the files of this source. Upload a file.'),
  'source-takes-no-files': define(
    'conflict',
    () => 'The orders of this source are pulled. Files cannot be uploaded to it.',
  ),
  'source-is-pushed': define('conflict', () => 'Another system sends the orders of this source. It cannot be pulled.'),
  'source-paused': define(
    'conflict',
    (d: { name: string }) => `The source "${d.name}" is paused. Resume it, then send the orders again.`,
  ),
  'source-unreadable': define('unprocessable', (d: { why: string }) => d.why),
} as const;
