import { findProductName } from '../../company/company/product.js';
import type { Knex } from 'knex';
import { notify } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { enqueueMail } from '../../messaging/outbox/enqueue.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** The schedule an alarm is about, and its owner. */
export interface Alarmed {
  readonly id: string;
  readonly view: string;
  readonly shopId: string | null;
  readonly owner: { readonly _id: string; readonly name: string; readonly email: string; readonly active: boolean };
}

/**
 * Reports a problem of a schedule to its owner, by a notice and by email; to the Admins of the side if the owner can no
 * longer sign in.
 */
export async function raiseAlarm(tx: WriteCtx, { id, view, shopId, owner }: Alarmed, what: string): Promise<void> {
  const msg = `Schedule "${view}": ${what}`;
  const content = owner.active ? msg : `${msg} The schedule belongs to ${owner.name}.`;
  await notify(tx, {
    ...{ kind: 'schedules', shopId, userId: owner.active ? owner._id : undefined, type: 'danger', msg, content },
    ...{ link: { to: 'schedule', id }, subjectId: id },
  });
  const addresses = owner.active ? [owner.email] : await getAdmins(tx.db, shopId);
  const product = await findProductName(tx.db);
  for (const to of addresses) {
    const text = `${content}\n\nSee its delivery log in ${product} under Reports, Schedules.`;
    await enqueueMail(tx, { to, subject: `Schedule "${view}" needs attention`, text, shopId });
  }
}

async function getAdmins(db: Knex, shopId: string | null): Promise<string[]> {
  const admins = db('users').whereIn('role', ['Office Admin', 'Shop Admin']).where({ active: true });
  void admins.whereRaw('shop_id is not distinct from ?::uuid', [shopId]);
  return queryColumn<string>(admins.orderBy('user_name').pluck('user_name'));
}
