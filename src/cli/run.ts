import { randomUUID } from 'node:crypto';
import cliProgress from 'cli-progress';
import pino from 'pino';
import { getActor, findUserByName } from '../domain/company/users/queries.js';
import { systemActor, systemClock, type Actor, type Ctx, type Progress } from '../domain/kernel/context.js';
import { DomainError, type ErrorCode, type ErrorKind } from '../domain/kernel/errors.js';
import { getOutside, openInstallation, type Installation } from '../domain/kernel/platform/installation.js';
import { PostgresError } from '../domain/kernel/platform/postgres/process.js';
import { CaseError } from '../domain/pricing/case/validate.js';
import { ListenError } from '../api/http/listen-error.js';
import { StartError } from '../domain/kernel/start-error.js';
import { nameCommand } from './command-line.js';
import { printNote, type OutputOptions } from './output.js';
import { openRecord, type RecordedRun, type RecordOptions } from './record.js';

/**
 * 0 done, 1 failure, 2 wrong use or bad input, 3 done with refused rows or with differences found, 4 another run holds the
 * lock; 130 if a prompt was canceled with Ctrl+C, as in shells.
 */
export const exit = { done: 0, failed: 1, badInput: 2, refusedRows: 3, differs: 3, locked: 4, stopped: 130 } as const;

/** The exit code of each kind of refusal. */
export const exitOf = {
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
const locked: ReadonlySet<ErrorCode> = new Set([
  'import-running',
  'backup-running',
  'migration-running',
  'pull-running',
]);

/** Whether a refusal says that another run is in progress. */
export const isLocked = (code: string | undefined): boolean => locked.has(code as ErrorCode); // or no code at all

/** Incorrect use that commander cannot detect, such as a missing file. */
export class UsageError extends Error {}

/** Another run holds the lock. */
export class LockedError extends Error {}

export interface GlobalOptions extends OutputOptions, RecordOptions {}

/** Writes to standard error, where a recorded run keeps the end of it. */
export const cliLogger = pino(
  { level: process.env['LOG_LEVEL'] ?? 'warn' },
  { write: (line: string) => void process.stderr.write(line) },
);

/**
 * Runs a command on the installation's database as the chosen user, then closes everything and sets the exit code.
 * Migrates the schema to the newest version first, unless `migrate` is false. Records the run if it has no terminal,
 * unless `record` is false.
 */
export async function withContext(
  options: GlobalOptions,
  work: (ctx: Ctx, place: Installation) => Promise<number | undefined>,
  { migrate = true, record = true }: { readonly migrate?: boolean; readonly record?: boolean } = {},
): Promise<void> {
  let place: Installation | undefined;
  let run: RecordedRun | null = null;
  try {
    place = await openInstallation({ onNotice: printNote, migrate });
    if (record) run = await openRecord(await contextFor(place, {}), place, options);
    const code = await work(await contextFor(place, options), place);
    process.exitCode = code ?? exit.done;
  } catch (error) {
    fail(error);
  } finally {
    await run?.end(Number(process.exitCode ?? exit.done));
    await place?.close();
  }
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
    progress: progressBar(options),
    // on demand: few commands need it, and it may write the secret
    get outside() {
      return getOutside(place);
    },
  };
}

async function actorFor(place: Installation, userName: string | undefined): Promise<Actor> {
  if (!userName) return systemActor('cli');
  const user = await findUserByName(place.db, userName);
  if (!user?.active) throw new UsageError(`--as: no active user is named ${userName}`);
  return getActor(user);
}

function progressBar(options: GlobalOptions): Progress | undefined {
  if (!process.stderr.isTTY || options.quiet || options.json) return undefined;
  const bar = new cliProgress.SingleBar(
    { stream: process.stderr, clearOnComplete: true, format: '{step} {bar} {value}/{total}' },
    cliProgress.Presets.shades_classic,
  );
  let shown = false;
  return {
    report: (done, total, step) => {
      if (!shown) bar.start(total, done, { step });
      bar.setTotal(total);
      bar.update(done, { step });
      shown = done < total;
      if (!shown) bar.stop(); // the next file starts another run
    },
  };
}

/** Describes the error in a sentence and sets the exit code. */
export function fail(error: unknown): void {
  if (error instanceof DomainError) {
    for (const { path, msg } of error.errors) printNote(path ? `${path}: ${msg}` : msg);
    if (error.errors.length === 0) printNote(error.message);
    process.exitCode = isLocked(error.code) ? exit.locked : exitOf[error.kind];
  } else if (error instanceof UsageError || error instanceof CaseError || error instanceof SyntaxError) {
    printNote(error.message);
    process.exitCode = exit.badInput;
  } else if (error instanceof Error && error.name === 'ExitPromptError') {
    process.exitCode = exit.stopped;
  } else if (error instanceof LockedError) {
    printNote(error.message);
    process.exitCode = exit.locked;
  } else if (error instanceof PostgresError || error instanceof StartError || error instanceof ListenError) {
    printNote(error.message);
    process.exitCode = exit.failed;
  } else {
    printNote(
      error instanceof Error
        ? process.env['LOG_LEVEL'] === 'debug'
          ? (error.stack ?? error.message)
          : error.message
        : String(error),
    );
    process.exitCode = exit.failed;
  }
}
