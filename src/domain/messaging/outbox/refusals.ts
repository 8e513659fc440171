import type { Knex } from 'knex';
import { REFUSED_TIMES } from '../../company/users/refused-email.js';
import { publish } from '../../kernel/events.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';
import { notify } from '../../kernel/notices/notify.js';

interface Refusal {
  readonly id: string;
  readonly to: string;
  readonly answer: string;
  readonly now: Date;
}

/**
 * Counts a refusal of an address. Reports the first one and the third in a row to those who see the outbox; further
 * ones are only counted, because a notice by email to a refused address would cause the next refusal.
 */
export async function recordRefusal(db: Knex, { id, to, answer, now }: Refusal): Promise<void> {
  const first = { address: to.toLowerCase(), refusals: 1, answer, first_at: now, last_at: now };
  const { refusals } = await queryOnlyRow<{ refusals: number }>(
    db('refused_addresses')
      .insert(first)
      .onConflict('address')
      .merge({ refusals: db.raw('refused_addresses.refusals + 1'), answer, last_at: now })
      .returning('refusals'),
  );
  if (refusals !== 1 && refusals !== REFUSED_TIMES) return;
  const times = refusals === 1 ? '' : ` ${refusals} times in a row`;
  await notify(
    { db, clock: { now: () => now }, publish: (event) => publish(db, event) },
    {
      ...{ kind: 'refusedMail', shopId: null, type: 'warning', link: { to: 'outbox' }, subjectId: id },
      msg: `Email to ${to} was refused${times}`,
      content: `Email to ${to} was refused${times}: ${answer}`,
    },
  );
}

/** Resets the refusals of an address that accepted an email. */
export const forgetRefusals = async (db: Knex, to: string): Promise<void> =>
  void (await db('refused_addresses').where({ address: to.toLowerCase() }).delete());
