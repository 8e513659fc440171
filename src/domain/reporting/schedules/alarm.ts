import type { WriteCtx } from '../../kernel/context.js';
import { mayReceive } from '../../kernel/notices/kinds.js';
import { notifyEach } from '../../kernel/notices/notify.js';
import type { Role } from '../../kernel/rights/roles.js';
import { findReaders } from '../../messaging/notices/reader-queries.js';

/** The schedule an alarm is about, and its owner. */
export interface AlarmSchedule {
  readonly id: string;
  readonly view: string;
  readonly shopId: string | null;
  readonly owner: { readonly _id: string; readonly name: string };
}

/** A problem of a schedule, as the end of a sentence. */
interface ScheduleProblem {
  readonly what: string;
  /** The schedule, if its next report that is sent resolves the problem; otherwise its notice ends when it is read. */
  readonly subjectId?: string;
}

/**
 * Notifies the owner of a schedule of a problem; the Admins of its side if the owner can no longer see notices there.
 */
export async function raiseAlarm(
  tx: WriteCtx,
  { id, view, shopId, owner }: AlarmSchedule,
  { what, subjectId }: ScheduleProblem,
): Promise<void> {
  const msg = `Schedule "${view}" needs attention`;
  const problem = `Schedule "${view}": ${what}`;
  const readers = (await findReaders(tx.db, { shopId })).filter((reader) => mayReceive(reader, 'schedules'));
  const owners = readers.filter(({ id: userId }) => userId === owner._id);
  const people = owners.length > 0 ? owners : readers.filter(({ role }) => isAdmin(role));
  const content = owners.length > 0 ? problem : `${problem} The schedule belongs to ${owner.name}.`;
  await notifyEach(
    tx,
    people.map(({ id: userId }) => ({
      ...{ kind: 'schedules', shopId, userId, type: 'danger', msg, content },
      ...{ link: { to: 'schedule', id }, subjectId },
    })),
  );
}

const isAdmin = (role: Role): boolean => role === 'Office Admin' || role === 'Shop Admin';
