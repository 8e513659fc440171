import { InvalidArgumentError, type Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { examine } from '../../../domain/operations/doctor/doctor.js';
import { MOST_RECORDS, type Finding } from '../../../domain/operations/doctor/finding.js';
import { mend } from '../../../domain/operations/doctor/mend.js';
import { schemaVersion } from '../../../domain/operations/doctor/schema-state.js';
import type { Installation } from '../../../domain/kernel/platform/installation.js';
import { parseNumber } from '../../numbers.js';
import { type Columns, print, printNote, toRows, writeText } from '../../output.js';
import { exit, withContext, type GlobalOptions } from '../../run.js';
import { plural } from '../../../domain/kernel/text/plural.js';

interface DoctorOptions extends GlobalOptions {
  readonly deep?: boolean;
  readonly seconds: number;
  readonly mend?: boolean;
}

/** `shedworks doctor`: checks data and installation, and explains how to fix problems. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Find problems with the data, the jobs and the installation, and how to fix them')
    .option('--deep', 'also check the figures of every order against its snapshot, newest first')
    .option('--seconds <n>', 'time limit of --deep, in seconds', seconds, 60)
    .option('--mend', 'first make the repairs that need no decision: stored totals, lost jobs, exposed secrets')
    .addHelpText('after', '\nExit code 1 if there are problems. Notes are not problems.')
    .action((options: DoctorOptions) =>
      withContext(options, (ctx, place) => attend(ctx, place, options), { migrate: false }),
    );
}

async function attend(ctx: Ctx, { home, embedded, config }: Installation, options: DoctorOptions) {
  const { db, clock, progress } = ctx;
  if (options.mend && (await schemaVersion(db)).length === 0)
    for (const repair of await mend(ctx, home)) printNote(repair);
  const report = (doneCount: number, total: number) => progress?.report(doneCount, total, 'Checking orders');
  const depth = options.deep ? { withinMs: options.seconds * 1000, report } : undefined;
  const findings = await examine({ db, clock, home, embedded, config }, depth);
  const problems = findings.filter(({ severity }) => severity !== 'note');
  printFindings(options, findings);
  if (problems.length > 0) printNote(`${problems.length} ${plural(problems.length, 'finding')}.`);
  else if (!options.quiet) printNote('No problems found.');
  return problems.length === 0 ? undefined : exit.failed;
}

function printFindings(options: GlobalOptions, findings: readonly Finding[]): void {
  if (options.json || options.csv) {
    const columns: Columns<Finding> = {
      severity: (finding) => finding.severity,
      what: (finding) => finding.what,
      hint: (finding) => finding.hint,
      records: (finding) => finding.records.join('; '),
    };
    return print(options, findings, toRows(columns, findings));
  }
  if (!options.quiet) writeText(findings.map(paragraph).join(''));
  else for (const { severity, what } of findings) if (severity !== 'note') printNote(`${severity}: ${what}`);
}

const paragraph = ({ severity, what, records, hint }: Finding): string =>
  [
    `${severity}: ${what}${records.length === MOST_RECORDS ? ` (first ${MOST_RECORDS})` : ''}`,
    ...records.map((record) => `  ${record}`),
    `  Fix: ${hint}`,
    '',
  ]
    .map((line) => `${line}\n`)
    .join('');

function seconds(text: string): number {
  const n = parseNumber(text);
  if (Number.isInteger(n) && n > 0) return n;
  throw new InvalidArgumentError('Enter a whole number of seconds.');
}
