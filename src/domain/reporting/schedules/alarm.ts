import type { Knex } from 'knex';
import { notify } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { enqueueMail } from '../../messaging/outbox/enqueue.js';
import { columnOf } from '../../kernel/database/rows.js';

/** Whose schedule an alarm is about. */
export interface Alarmed {
  readonly view: string;
  readonly shopId: string | null;
  readonly owner: { readonly _id: string; readonly name: string; readonly email: string; readonly active: boolean };
}

/**
 * Tells the owner of a schedule what is wrong with it, by an alert and by e-mail; the Admins of the side where the owner
 * cannot sign in any more.
 */
export async function raiseAlarm(tx: WriteCtx, { view, shopId, owner }: Alarmed, what: string): Promise<void> {
  const msg = `Schedule "${view}": ${what}`;
  const content = owner.active ? msg : `${msg} It is the schedule of ${owner.name}.`;
  await notify(tx, { shopId, userId: owner.active ? owner._id : undefined, type: 'danger', msg, content });
  const addresses = owner.active ? [owner.email] : await adminsOf(tx.db, shopId);
  for (const to of addresses) {
    const text = `${content}\n\nIts delivery log is in Shedworks under Reports, Schedules.`;
    await enqueueMail(tx, { to, subject: `Schedule "${view}" needs attention`, text, shopId });
  }
}

async function adminsOf(db: Knex, shopId: string | null): Promise<string[]> {
  const admins = db('users').whereIn('role', ['Office Admin', 'Shop Admin']).where({ active: true });
  void admins.whereRaw('shop_id is not distinct from ?::uuid', [shopId]);
  return columnOf<string>(admins.orderBy('user_name').pluck('user_name'));
}
