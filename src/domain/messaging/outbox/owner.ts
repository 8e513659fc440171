import type { Knex } from 'knex';
import { findProductName } from '../../company/company/product.js';
import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';
import { invalid } from '../../kernel/errors.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { notify } from '../../kernel/notices/notify.js';
import type { NoticeLink } from '../../kernel/notices/places.js';
import { enqueueMail } from './enqueue.js';

/** The user who shall own something of the office; null stands for the Office Admins. Throws invalid-input. */
export async function readOwner({ db }: Pick<WriteCtx, 'db'>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const user = await queryFirstRow(db('users').where({ id, active: true }).whereNull('shop_id').first('id'));
  if (!user) throw invalid('owner', 'is not an active user of the office');
  return id;
}

/** What an owner is told. */
export interface OwnerNews {
  readonly kind: NoticeKind;
  /** What it opens. */
  readonly link: NoticeLink;
  /** The record that it is about. */
  readonly subjectId: string;
  readonly ownerId: string | null;
  /** What happened, short and without a period: `Source "Feed": the pull failed`. */
  readonly subject: string;
  readonly message: string;
  /** Where to look, in the menu: `Imports, Sources`. */
  readonly place: string;
}

/** Tells an owner by a notice and by email; the Office Admins if nobody owns it who can sign in. */
export async function tellOwner(
  tx: Omit<WriteCtx, 'actor'>,
  { kind, link, subjectId, ownerId, subject, message, place }: OwnerNews,
): Promise<void> {
  const owner =
    ownerId === null
      ? undefined
      : await queryFirstRow<{ email: string }>(
          tx.db('users').where({ id: ownerId, active: true }).first({ email: 'user_name' }),
        );
  const content = `${subject}. ${message}`;
  const userId = owner && ownerId !== null ? ownerId : undefined;
  const notice = { kind, link, subjectId, shopId: null, userId, type: 'danger' } as const;
  await notify(tx, { ...notice, msg: `${subject}.`, content });
  const text = `${content}\n\nSee it in ${await findProductName(tx.db)} under ${place}.`;
  for (const to of owner ? [owner.email] : await findAdmins(tx.db))
    await enqueueMail(tx, { to, subject, text, shopId: null });
}

const findAdmins = (db: Knex): Promise<string[]> =>
  queryColumn<string>(
    db('users')
      .where({ role: 'Office Admin', active: true })
      .whereNull('shop_id')
      .orderBy('user_name')
      .pluck('user_name'),
  );
