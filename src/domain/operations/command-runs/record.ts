import type { Knex } from 'knex';
import { systemActor, type Ctx, type WriteCtx } from '../../kernel/context.js';
import { queryFirstRow, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';
import { inTransaction } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { judgeRun, reportLate } from './alarm.js';

/** What is known about a run when it starts. */
export interface StartedRun {
  readonly command: string;
  readonly line: string;
  readonly account: string;
  readonly host: string;
  readonly actor: string;
  readonly version: string;
}

/**
 * Whether runs can be recorded: the database has this version's schema and a company. An empty database stays empty.
 */
export async function mayRecord(db: Knex): Promise<boolean> {
  const { found } = await queryOnlyRow<{ found: boolean }>(
    db.raw(`select to_regclass('command_runs') is not null and to_regclass('expected_commands') is not null as found`),
  );
  return found && (await queryFirstRow(db('companies').first('id'))) !== undefined;
}

/** Records that a run of a command started; returns its ID. */
export async function startCommandRun(ctx: Ctx, { actor, ...run }: StartedRun): Promise<string> {
  const id = newId();
  const now = ctx.clock.now();
  await inTransaction(
    ctx,
    async (tx) => {
      await tx.db('command_runs').insert({ ...run, id, actor_name: actor, started_at: now, seen_at: now });
      await tx.publish({ topic: 'runs', shopIds: [null] });
    },
    false,
  );
  return id;
}

/** How often, in milliseconds, a run reports that it is alive. One that was silent for `SILENT_MS` did not end. */
export const ALIVE_MS = 20_000;
export const SILENT_MS = 120_000;

/** Records that a run is still alive. */
export const touchCommandRun = async (db: Knex, id: string, now: Date): Promise<void> =>
  void (await db('command_runs').where({ id }).update({ seen_at: now }));

/** How a run ended. */
export interface RunEnd {
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The end of its output. */
  readonly log: string;
}

/**
 * Records how a run ended, and notifies the owners of the commands that were expected. Does nothing for a deleted
 * run.
 */
export function finishCommandRun(ctx: Ctx, id: string, { exitCode, counts, log }: RunEnd): Promise<void> {
  return inTransaction(
    ctx,
    async (tx) => {
      const now = tx.clock.now();
      const [run] = await queryRows<{ line: string; started_at: string }>(
        tx
          .db('command_runs')
          .where({ id })
          .update({
            ...{ state: exitCode === 0 || exitCode === 3 ? 'done' : 'failed', finished_at: now, seen_at: now },
            ...{ exit_code: exitCode, counts: JSON.stringify(counts), log },
          })
          .returning(['line', 'started_at']),
      );
      if (!run) return;
      const last = log.trim().split('\n').at(-1) ?? '';
      const why = `It ended with exit code ${exitCode}${last === '' ? '.' : `: ${last.slice(0, 500)}`}`;
      await judgeRun(tx, { id, line: run.line, startedAt: new Date(run.started_at), exitCode, why });
      await tx.publish({ topic: 'runs', shopIds: [null] });
    },
    false,
  );
}

const AT_ONCE = 100;

/** Runs every minute: finds runs that did not end and commands that did not run. */
export async function sweepCommandRuns(task: Pick<TaskCtx, 'db' | 'clock' | 'logger'>): Promise<void> {
  const ctx: Ctx = { ...task, actor: systemActor('runs'), via: 'job', requestId: newId() };
  await inTransaction(ctx, endLost, false);
  await inTransaction(ctx, reportLate, false);
}

/** Marks runs as lost that were silent for too long, because they were killed or had no database when they ended. */
async function endLost(tx: WriteCtx): Promise<void> {
  const silent = new Date(tx.clock.now().getTime() - SILENT_MS);
  const lostRuns = await queryRows<{ id: string; line: string; started_at: string }>(
    tx
      .db('command_runs')
      .whereIn(
        'id',
        tx
          .db('command_runs')
          .where({ state: 'running' })
          .where('seen_at', '<', silent)
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked()
          .select('id'),
      )
      .update({ state: 'lost' })
      .returning(['id', 'line', 'started_at']),
  );
  const minutes = SILENT_MS / 60_000;
  const why = `It did not end: no activity for ${minutes} ${plural(minutes, 'minute')}. It was stopped, or lost its database connection.`;
  for (const { id, line, started_at } of lostRuns)
    await judgeRun(tx, { id, line, startedAt: new Date(started_at), exitCode: null, why });
  if (lostRuns.length > 0) await tx.publish({ topic: 'runs', shopIds: [null] });
}
