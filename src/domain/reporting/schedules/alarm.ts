import type { Knex } from 'knex';
import { notifyEach } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** The schedule an alarm is about, and its owner. */
export interface AlarmSchedule {
  readonly id: string;
  readonly view: string;
  readonly shopId: string | null;
  readonly owner: { readonly _id: string; readonly name: string; readonly active: boolean };
}

/** A problem of a schedule, as the end of a sentence. */
interface ScheduleProblem {
  readonly what: string;
  /** The schedule, if its next report that is sent resolves the problem; otherwise its notice ends when it is read. */
  readonly subjectId?: string;
}

/**
 * Notifies the owner of a schedule of a problem; the Admins of the side if the owner can no longer sign in.
 */
export async function raiseAlarm(
  tx: WriteCtx,
  { id, view, shopId, owner }: AlarmSchedule,
  { what, subjectId }: ScheduleProblem,
): Promise<void> {
  const msg = `Schedule "${view}" needs attention`;
  const problem = `Schedule "${view}": ${what}`;
  const content = owner.active ? problem : `${problem} The schedule belongs to ${owner.name}.`;
  const people = owner.active ? [owner._id] : await findAdmins(tx.db, shopId);
  await notifyEach(
    tx,
    people.map((userId) => ({
      ...{ kind: 'schedules', shopId, userId, type: 'danger', msg, content },
      ...{ link: { to: 'schedule', id }, subjectId },
    })),
  );
}

async function findAdmins(db: Knex, shopId: string | null): Promise<string[]> {
  const admins = db('users').whereIn('role', ['Office Admin', 'Shop Admin']).where({ active: true });
  void admins.whereRaw('shop_id is not distinct from ?::uuid', [shopId]);
  return queryColumn<string>(admins.orderBy('user_name').pluck('id'));
}
