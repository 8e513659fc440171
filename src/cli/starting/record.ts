import os from 'node:os';
import type { Ctx } from '../../domain/kernel/context.js';
import type { Installation } from '../../domain/kernel/platform/installation.js';
import { version } from '../../domain/kernel/platform/version.js';
import { expectCalled } from '../../domain/operations/command-runs/expect.js';
import {
  ALIVE_MS,
  finishCommandRun,
  mayRecord,
  startCommandRun,
  touchCommandRun,
} from '../../domain/operations/command-runs/record.js';
import { withoutSecrets } from '../../domain/operations/command-runs/rules.js';
import { type CalledCommand, takeCalledCommand } from '../command-line.js';
import { takeCounts } from '../counts.js';
import { printNote } from '../output.js';
import { toError } from '../../domain/kernel/objects.js';

/** What decides whether a run is recorded, and how. */
export interface RecordOptions {
  readonly as?: string | undefined;
  /** Whether to record this run; by default, a run without a terminal is recorded. */
  readonly record?: boolean | undefined;
  /** The number of minutes within which this command line is expected to run again. */
  readonly expectEvery?: number | undefined;
}

/** A run that is being recorded. */
export interface RecordedRun {
  /** Records how it ended. Reports a failure to record, but does not throw it. */
  end(exitCode: number): Promise<void>;
}

/**
 * Starts the record of this run if it should be recorded; at a terminal, the user sees what happens. A failure to
 * record is reported and does not stop the command.
 */
export async function openRecord(ctx: Ctx, place: Installation, options: RecordOptions): Promise<RecordedRun | null> {
  const command = takeCalledCommand();
  if (!command || !isRecorded(place, options)) return null;
  try {
    if (!(await mayRecord(place.db))) return null;
    return await record(ctx, command, options);
  } catch (error) {
    printNote(`This run was not recorded: ${toError(error).message}`);
    return null;
  }
}

const hasTerminal = (): boolean => [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);

function isRecorded({ config }: Installation, { record: isAsked, expectEvery }: RecordOptions): boolean {
  return isAsked ?? (expectEvery === undefined ? (config.SHEDWORKS_RUN_RECORD ?? !hasTerminal()) : true);
}

async function record(ctx: Ctx, command: CalledCommand, { as, expectEvery }: RecordOptions): Promise<RecordedRun> {
  const account = os.userInfo().username;
  if (expectEvery !== undefined) await expectCalled(ctx, { line: command.line, everyMinutes: expectEvery, as });
  const id = await startCommandRun(ctx, {
    ...{ ...command, account, host: os.hostname(), actor: as ?? ctx.actor?.name ?? '', version },
  });
  const tail = tapNotes();
  const alive = setInterval(() => void touchCommandRun(ctx.db, id, ctx.clock.now()).catch(() => undefined), ALIVE_MS);
  alive.unref();
  return {
    end: async (exitCode) => {
      clearInterval(alive);
      const log = tail.stop();
      await finishCommandRun(ctx, id, { exitCode, counts: takeCounts(), log }).catch((error: unknown) =>
        printNote(`The end of this run was not recorded: ${toError(error).message}`),
      );
    },
  };
}

const LOG_CHARACTERS = 8192;

/** Captures the end of what is written to standard error, which is still printed. */
function tapNotes(): { stop(): string } {
  let tail = '';
  const stream = process.stderr;
  const write = Object.getOwnPropertyDescriptor(stream, 'write');
  const original = stream.write.bind(stream) as (...args: unknown[]) => boolean; // passes on whatever it gets
  stream.write = (...args: unknown[]) => {
    const [chunk] = args;
    tail = `${tail}${typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')}`; // the parameters of a stream's write
    if (tail.length > 4 * LOG_CHARACTERS) tail = tail.slice(-LOG_CHARACTERS);
    return original(...args);
  };
  return {
    stop: () => {
      if (write) Object.defineProperty(stream, 'write', write);
      else Reflect.deleteProperty(stream, 'write');
      return withoutSecrets(tail.replaceAll('\0', '').slice(-LOG_CHARACTERS));
    },
  };
}
