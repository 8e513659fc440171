import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { getCompanyProfile } from '../domain/company/company/service.js';
import { getActor, findUserByName } from '../domain/company/users/queries.js';
import { systemActor, systemClock, type Actor, type Ctx } from '../domain/kernel/context.js';
import { isAway, isFull } from '../domain/kernel/database/errors.js';
import { describeDatabase } from '../domain/kernel/database/faults.js';
import { DomainError, isRefusal, type ErrorKind, type FieldError } from '../domain/kernel/errors.js';
import { ConfigError, logLevels } from '../domain/kernel/platform/config.js';
import { getOutside, openInstallation, type Installation } from '../domain/kernel/platform/installation.js';
import { PostgresError } from '../domain/kernel/platform/postgres/process.js';
import { CaseError } from '../domain/pricing/case/validate.js';
import { ListenError } from '../api/http/listen-error.js';
import { StartError } from '../domain/kernel/start-error.js';
import { hasCompany } from '../domain/operations/status/status.js';
import { asksJson } from './asks-json.js';
import { nameCommand, nameField } from './command-line.js';
import { dropNotes, holdNotes, letNotesOut } from './starting/held-notes.js';
import { printNote, type OutputOptions } from './output.js';
import { findOutputFault, isUnread, toOutputError } from './standard-output.js';
import { showTimesIn } from './moments.js';
import { openProgress } from './progress.js';
import { openRecord, type RecordedRun, type RecordOptions } from './starting/record.js';
import { UsageError } from './usage-error.js';

/**
 * 0 done, 1 failure, 2 wrong usage or bad input, 3 done with refused rows or with differences found, 4 another run
 * holds the lock; 130 if it was stopped with Ctrl+C, as in shells.
 */
export const exit = { done: 0, failed: 1, badInput: 2, refusedRows: 3, differs: 3, locked: 4, stopped: 130 } as const;

/** The exit code of each kind of refusal. */
export const exitCodes = {
  invalid: exit.badInput,
  unauthenticated: exit.failed,
  forbidden: exit.failed,
  'not-found': exit.badInput,
  conflict: exit.failed,
  'too-large': exit.badInput,
  unprocessable: exit.badInput,
  'too-many': exit.failed,
  timeout: exit.failed,
  unavailable: exit.failed,
} as const satisfies Record<ErrorKind, number>;

/** Refusals because another run is in progress. */
const lockedCodes: ReadonlySet<string | undefined> = new Set([
  'import-running',
  'backup-running',
  'migration-running',
  'pull-running',
]);

/** Whether a refusal means that another run is in progress. */
export const isLocked = (code: string | undefined): boolean => lockedCodes.has(code);

export { UsageError };

/** Another run holds the lock. */
export class LockedError extends Error {}

export interface GlobalOptions extends OutputOptions, RecordOptions {}

/** Writes to standard error, the end of which is captured for a recorded run. */
export const cliLogger = pino(
  { level: logLevels.find((level) => level === process.env['LOG_LEVEL']) ?? 'warn' }, // an invalid one is refused later, in a sentence
  { write: (line: string) => void process.stderr.write(line) },
);

interface RunOptions {
  /** Whether to migrate the schema to the newest version first. */
  readonly migrate?: boolean;
  readonly record?: boolean;
  /** Whether to refuse a database without a company; false for commands that set one up or inspect the installation. */
  readonly company?: boolean;
}

/**
 * Runs a command on the installation's database as the chosen user, then closes everything and sets the exit code.
 * Migrates the schema to the newest version first, unless `migrate` is false. Records the run if it has no terminal,
 * unless `record` is false. With `--quiet`, prints nothing on success.
 */
export async function withContext(
  options: GlobalOptions,
  work: (ctx: Ctx, place: Installation) => Promise<number | undefined>,
  { migrate = true, ...others }: RunOptions = {},
): Promise<void> {
  const open = () => openInstallation({ onNotice: printNote, migrate });
  await runIn(
    options,
    open,
    async (place) => {
      if (migrate && others.company !== false) await showCompanyTimes(await contextFor(place, {}));
      return work(await contextFor(place, options), place);
    },
    others,
  );
}

/** Shows times in the company's time zone, whoever acts. */
async function showCompanyTimes(ctx: Ctx): Promise<void> {
  showTimesIn((await getCompanyProfile(ctx, {})).timeZone);
}

/**
 * Like `withContext`, for a command that also works without a database: `open` may resolve to null, and so may the
 * context be. A database without a company is accepted.
 */
export async function withOptionalContext(
  options: GlobalOptions,
  open: () => Promise<Installation | null>,
  work: (ctx: Ctx | null) => Promise<number | undefined>,
): Promise<void> {
  await runIn(options, open, async (place) => work(place && (await contextFor(place, options))), { company: false });
}

async function runIn<Place extends Installation | null>(
  options: GlobalOptions,
  open: () => Promise<Place>,
  work: (place: Place) => Promise<number | undefined>,
  { record = true, company = true }: Omit<RunOptions, 'migrate'>,
): Promise<void> {
  let place: Place | undefined;
  let run: RecordedRun | null = null;
  if (options.quiet) holdNotes();
  try {
    place = await open();
    if (place && company) await refuseWithoutCompany(place);
    if (place && record) run = await openRecord(await contextFor(place, {}), place, options);
    process.exitCode = (await work(place)) ?? exit.done;
    const outputFault = await findOutputFault();
    if (outputFault) throw outputFault;
  } catch (error) {
    if (isUnread(error)) process.exitCode = exit.done;
    else fail(toOutputError(error));
  } finally {
    await run?.end(Number(process.exitCode ?? exit.done));
    await place?.close();
    if (process.exitCode === exit.done) dropNotes();
    else letNotesOut();
  }
}

/**
 * Throws for a database without a company. Cron with other variables than the service uses a different, empty
 * database, where a command that finds nothing to do would look successful.
 */
async function refuseWithoutCompany({ db, url }: Installation): Promise<void> {
  if (await hasCompany(db)) return;
  throw new StartError(
    `There is no company in the database ${describeDatabase(url)}. If that is the wrong database, check DATABASE_URL, SHEDWORKS_HOME and the environment file (shedworks status).`,
  );
}

async function contextFor(place: Installation, options: GlobalOptions): Promise<Ctx> {
  return {
    db: place.db,
    actor: await actorFor(place, options.as),
    clock: systemClock,
    logger: cliLogger,
    via: 'cli',
    requestId: randomUUID(),
    origin: nameCommand(),
    progress: openProgress(options),
    // on demand, because few commands need it and it may write the secret
    get outside() {
      return getOutside(place);
    },
  };
}

async function actorFor(place: Installation, userName: string | undefined): Promise<Actor> {
  if (userName === undefined) return systemActor('cli');
  const user = await findUserByName(place.db, userName);
  if (!user?.active) throw new UsageError(`--as: no active user is named ${userName}`);
  return getActor(user);
}

/** A failure: a code for programs, its sentences for people, and the exit code. */
interface Failure {
  readonly code: string;
  readonly msg: string;
  readonly errors: readonly FieldError[];
  readonly exitCode: number;
}

/** Describes the error in a sentence, or as JSON if requested, and sets the exit code. */
export function fail(error: unknown): void {
  const failure = toFailure(error);
  if (failure === null) process.exitCode = exit.stopped;
  else {
    process.exitCode = failure.exitCode;
    printFailure(failure);
  }
}

/** Describes the refusal of one of several files or records, like `fail`, but leaves the exit code. */
export function reportRefusal(name: string, { code, message, errors }: DomainError): void {
  if (asksJson() || errors.length === 0) printFailure({ code, msg: `${name}: ${message}`, errors });
  else for (const one of errors) printNote(one.path === name ? describeField(one) : `${name}: ${describeField(one)}`);
}

/** A refusal of the file that a use case knows as `field` of its input, by the name of the file. */
export function nameFile(error: unknown, file: string, field: string): unknown {
  if (!isRefusal(error, 'invalid-input')) return error;
  const errors = error.errors.map((one) => (one.path === field ? { ...one, path: file } : one));
  return new DomainError('invalid-input', { errors });
}

/** Writes a failure for people, or as JSON if requested. */
export function printFailure({ code, msg, errors }: Omit<Failure, 'exitCode'>): void {
  if (asksJson()) return printNote(JSON.stringify({ error: { code, msg, errors } }));
  for (const one of errors) printNote(describeField(one));
  if (errors.length === 0) printNote(msg);
}

const describeField = ({ path, msg }: FieldError): string => (path ? `${nameField(path)}: ${msg}` : msg);

/** The refusal behind an error, if any: a rule's, or that of a database that was lost. */
export function toRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error as DomainError; // for any refusal
  if (error instanceof StartError || isFull(error) || !isAway(error)) return null;
  return new DomainError('database-unavailable', undefined);
}

/** Null for a canceled prompt and for a stopped run, because the user pressed Ctrl+C. */
function toFailure(error: unknown): Failure | null {
  const refusal = toRefusal(error);
  if (refusal) {
    const { code, kind, message: msg, errors } = refusal;
    return { code, msg, errors, exitCode: isLocked(code) ? exit.locked : exitCodes[kind] };
  }
  if (error instanceof Error && ['ExitPromptError', 'AbortError'].includes(error.name)) return null;
  const [code, exitCode] = getKind(error);
  return { code, msg: getSentence(error), errors: [], exitCode };
}

function getKind(error: unknown): readonly [code: string, exitCode: number] {
  if ([UsageError, ConfigError, CaseError, SyntaxError].some((kind) => error instanceof kind))
    return ['usage', exit.badInput];
  if (error instanceof LockedError) return ['locked', exit.locked];
  return ['failed', exit.failed];
}

function getSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = [
    UsageError,
    ConfigError,
    CaseError,
    SyntaxError,
    LockedError,
    PostgresError,
    StartError,
    ListenError,
  ];
  return process.env['LOG_LEVEL'] === 'debug' && !isExpected.some((kind) => error instanceof kind)
    ? (error.stack ?? error.message)
    : error.message;
}
