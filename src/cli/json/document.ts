import { jsonOfCommands } from './commands.js';
import { JSON_VERSION } from '../output-options.js';
import { toTypeText } from './text.js';

/** What a reader must know besides the shapes. */
const notes: Readonly<Record<string, string>> = {
  api: 'The response of the call, as `/api/openapi.json` describes it; a call that returns a file prints the file.',
  'orders push': 'With `--dry-run`, the first 500 orders that would stay New.',
  'orders import': 'A list if there are several files.',
  'orders missing': 'A list if there are several files.',
  'price order': 'The figures of [pricing rules](pricing-rules.md) by name, in dollars; a list for a list of cases.',
  'payments create': 'With `--dry-run`, what would be paid.',
  'prices raise': 'With `--dry-run`, the effect.',
  'reports run':
    'With `--out` or `--mail-to`, what was written and sent. Otherwise the response of the report in the API.',
  status: 'The second shape if the database does not respond.',
  'customers erase': 'With `--dry-run`, where it would be erased.',
  'trail export': 'With `--out`. Without it, the audit trail as the API returns it.',
  'sources reconcile': 'With `--orders`, the orders that differ.',
  'sources pull':
    'With `--wait`, the finished pull; otherwise the queued one, or the reason if there is nothing to run.',
  backup:
    'The backup that was created; with `--verify`, what is in a backup; with `--verified-elsewhere`, its digest; with `--new-key`, the key file; with `--continuous`, the folder and its newest copy.',
  restore: 'What was restored: from a file, or a moment of a continuous backup.',
  export: 'With `--out`. Without it, the records themselves are printed: see [exports](exports.md).',
};

/** The content of `docs/cli-json.md`. */
export function jsonDocument(): string {
  const commands = Object.entries(jsonOfCommands).map(([name, schema]) => {
    const note = notes[name] === undefined ? '' : `${notes[name]}\n\n`;
    return `## shedworks ${name}\n\n${note}\`\`\`ts\n${toTypeText(schema)}\n\`\`\`\n`;
  });
  return `${head}\n${commands.join('\n')}`;
}

const head = `# JSON of the command line

With \`--json\` (or \`--output json\`), a command prints one JSON value on standard output and nothing else there; notes and errors are on standard error. This page is generated from the code by \`npm run api\`, and each shape is compared with what its command prints.

**Version ${JSON_VERSION}.** New fields may appear at any time: ignore what you do not know. Removing a field or changing its meaning creates a new version. A script that adds \`--json-version ${JSON_VERSION}\` is refused with exit code 2 by an installation that prints another version, before anything is done.

\`--output ndjson\` prints one line of JSON for each row: the items of a list, or else the value itself. A list with \`--page\` and \`--size\` then reads all pages and prints each as it arrives, unless \`--page\` names one. \`export\` prints NDJSON by default.

With \`--dry-run\`, the value, or each row of a list, also has \`dryRun: true\`: nothing was changed.

Money is in dollars, days are \`2026-03-02\`, and instants are in UTC. A field with \`?\` may be missing: a user of a shop (\`--as\`) gets no company figures.

| Exit code | Meaning |
| --- | --- |
| 0 | done |
| 1 | failed, or not permitted |
| 2 | wrong usage or bad input; nothing was changed |
| 3 | done with refused rows, or with differences found |
| 4 | another run holds the lock |
| 130 | stopped with Ctrl+C |
`;
