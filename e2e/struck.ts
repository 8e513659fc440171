import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Knex } from 'knex';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../src/domain/kernel/database/database.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { makeDemoPlace } from './demo-place.js';
import { start, startCommand, type Place, type RunningServer } from './product.js';

/** An installation of the demo, for tests that kill processes of the product. */
export interface StruckPlace {
  readonly place: Place;
  /** The embedded PostgreSQL. A test may kill it too, and must then `attach` again. */
  readonly handle: PostgresHandle;
  readonly db: Knex;
  attach(): Promise<void>;
  /** Kills a command just before it writes to `table`. `kill` may kill another process instead. */
  strikeAt(table: string, args: readonly string[], kill?: (command: ChildProcess) => void): Promise<void>;
  /** Kills a server the same way while it handles the request of `ask`; returns whether an answer arrived anyway. */
  strikeServerAt(table: string, ask: (server: RunningServer) => Promise<unknown>): Promise<boolean>;
  countRows(table: string, where?: object | Knex.QueryCallback): Promise<number>;
}

/** How often the strength suite repeats every kill at every write; the regular check kills once, at the last write. */
const repetitions = Number(process.env['KILL_ROUNDS'] ?? 0);
export const rounds = Array.from({ length: Math.max(1, repetitions) }, (_, n) => n + 1);

/** The tables of a test: it is killed at the writes to each. */
export const listStrikes = (...tables: readonly string[]): string[] =>
  repetitions > 0 ? rounds.flatMap(() => tables) : tables.slice(-1);

export const killHard = (command: ChildProcess) => void command.kill('SIGKILL');

/** One installation for the tests of a file. Use it only in hooks and tests. */
export function useStruck(): StruckPlace {
  const struck = {} as StruckPlace & { place: Place; handle: PostgresHandle; db: Knex };
  const attach = async (): Promise<void> => {
    const home = struck.place.env['SHEDWORKS_HOME'] ?? '';
    struck.handle = await ensurePostgres({ home, database: 'shedworks' });
    struck.db = connect(struck.handle.url, { max: 3 });
  };
  beforeAll(async () => {
    struck.place = await makeDemoPlace();
    await attach();
  });
  afterAll(async () => {
    await struck.db.destroy();
    await releasePostgres(struck.handle, { force: true });
    await struck.place.remove();
  });
  const strikeAt: StruckPlace['strikeAt'] = (table, args, kill = killHard) =>
    runWhileLocked(struck.db, table, async (strikeProcess) => {
      const command = startCommand(struck.place, ...args);
      const exit = once(command, 'exit');
      await strikeProcess(command);
      kill(command);
      await exit;
      return command.killed;
    });
  const strikeServerAt: StruckPlace['strikeServerAt'] = async (table, ask) => {
    let isAnswered = false;
    await runWhileLocked(struck.db, table, async (strikeProcess) => {
      const server = await start(struck.place, 'serve', '--no-worker');
      const exit = once(server.process, 'exit');
      const request = ask(server).then(
        () => (isAnswered = true),
        () => undefined,
      );
      await strikeProcess(server.process);
      server.process.kill('SIGKILL');
      await exit;
      await request;
      return true;
    });
    return isAnswered;
  };
  const countRows: StruckPlace['countRows'] = async (table, where = {}) =>
    ((await struck.db(table).where(where).count({ n: '*' }).first()) as { n: number }).n;
  return Object.assign(struck, { attach, strikeAt, strikeServerAt, countRows });
}

/**
 * Locks a table so that a process stops when it writes to it. `strike` returns whether our connection can still read.
 */
async function runWhileLocked(
  db: Knex,
  table: string,
  strike: (strikeProcess: (process: ChildProcess) => Promise<void>) => Promise<boolean>,
): Promise<void> {
  const blocker = await db.transaction();
  await blocker.raw('lock table ?? in share mode', [table]);
  let backend = 0;
  const isThere = await strike(async (process) => {
    backend = await waitForLock(db, table, process);
  });
  await blocker.rollback().catch(() => undefined); // gone if PostgreSQL itself was killed
  if (isThere) await waitForExit(db, backend);
}

async function waitForLock(db: Knex, table: string, process: ChildProcess): Promise<number> {
  for (;;) {
    const lock = (await db('pg_locks').whereRaw('relation = ?::regclass and not granted', [table]).first('pid')) as
      { pid: number } | undefined;
    if (lock) return lock.pid;
    if (process.exitCode !== null) throw new Error(`it ended without writing to ${table}`);
    await db.raw('select pg_sleep(0.02)');
  }
}

/** Waits for the backend of a killed process, which rolls back when it cannot answer. */
async function waitForExit(db: Knex, pid: number): Promise<void> {
  const backend = () => db('pg_stat_activity').where({ pid }).first('pid');
  while (await backend().catch(() => undefined)) await db.raw('select pg_sleep(0.02)');
}
