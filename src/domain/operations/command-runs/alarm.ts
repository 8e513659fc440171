import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';
import { notify } from '../../kernel/notices/notify.js';
import { dueAfter, judge } from './rules.js';

interface ExpectedCommand {
  readonly id: string;
  readonly line: string;
  readonly everyMinutes: number;
  readonly graceMinutes: number;
  readonly problem: 'failed' | 'late' | null;
  readonly dueAt: string;
  readonly ownerId: string | null;
}

const selectExpected = (tx: WriteCtx) =>
  tx
    .db('expected_commands as e')
    .joinRaw('left join users u on u.id = e.owner_id and u.active')
    .select({
      id: 'e.id',
      line: 'e.line',
      everyMinutes: 'e.every_minutes',
      graceMinutes: 'e.grace_minutes',
      problem: 'e.problem',
      dueAt: 'e.due_at',
      ownerId: 'u.id',
    })
    .orderBy('e.id')
    .forUpdate('e');

/** A run that ended or was lost; a lost one has no exit code. */
export interface EndedRun {
  readonly id: string;
  readonly line: string;
  readonly startedAt: Date;
  readonly exitCode: number | null;
  /** Why it failed, as a sentence. */
  readonly why: string;
}

/** Notifies the owners of expected commands when a run fails. A successful run resolves their notices. */
export async function judgeRun(tx: WriteCtx, { id, line, startedAt, exitCode, why }: EndedRun): Promise<void> {
  const verdict = judge(exitCode);
  if (verdict === 'neither') return;
  const expectedRuns = await queryRows<ExpectedCommand>(
    selectExpected(tx).whereRaw(`starts_with(?::text || ' ', e.line || ' ')`, [line]),
  );
  for (const expected of expectedRuns) {
    const row = tx.db('expected_commands').where({ id: expected.id });
    if (verdict === 'good') {
      const noProblem = { problem: null, problem_since: null, problem_run_id: null };
      await row.update({ ...noProblem, last_good_at: startedAt, due_at: dueAfter(startedAt, expected) });
      if (expected.problem !== null) await notifyCleared(tx, expected);
    } else if (expected.problem !== 'failed') {
      await row.update({ problem: 'failed', problem_since: tx.clock.now(), problem_run_id: id });
      await notifyOwners(tx, expected, 'failed', why);
    }
  }
}

const AT_ONCE = 100;

/** Notifies the owners of commands that did not run in time, once. */
export async function reportLate(tx: WriteCtx): Promise<void> {
  const now = tx.clock.now();
  const lateRuns = await queryRows<ExpectedCommand>(
    selectExpected(tx).whereNull('e.problem').where('e.due_at', '<', now).limit(AT_ONCE).skipLocked(),
  );
  for (const expected of lateRuns) {
    await tx.db('expected_commands').where({ id: expected.id }).update({ problem: 'late', problem_since: now });
    const dueText = `${expected.dueAt.slice(0, 16).replace('T', ' ')} UTC`;
    await notifyOwners(
      tx,
      expected,
      'did not run',
      `It was expected by ${dueText}. Check the crontab and the machine it runs on.`,
    );
  }
  if (lateRuns.length > 0) await tx.publish({ topic: 'runs', shopIds: [null] });
}

async function notifyOwners(tx: WriteCtx, expected: ExpectedCommand, what: string, why: string): Promise<void> {
  const { line } = expected;
  const msg = `"shedworks ${line}" ${what}.`;
  const content = `${msg} ${why}`;
  for (const id of await findOwners(tx.db, expected))
    await notify(tx, {
      ...{ kind: 'commands', shopId: null, userId: id, type: 'danger', msg, content },
      ...{ link: { to: 'commands' }, subjectId: expected.id },
    });
}

async function notifyCleared(tx: WriteCtx, expected: ExpectedCommand): Promise<void> {
  const msg = `"shedworks ${expected.line}" succeeded again.`;
  for (const id of await findOwners(tx.db, expected))
    await notify(tx, {
      ...{ kind: 'commands', shopId: null, userId: id, type: 'success', msg, content: msg },
      link: { to: 'commands' },
    });
}

/** Its owner, or the office's super admins if it has none who can sign in. */
async function findOwners(db: Knex, { ownerId }: ExpectedCommand): Promise<string[]> {
  if (ownerId !== null) return [ownerId];
  return queryColumn<string>(
    db('users').where({ super_admin: true, active: true }).whereNull('shop_id').orderBy('user_name').pluck('id'),
  );
}
