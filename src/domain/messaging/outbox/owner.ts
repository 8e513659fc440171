import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';
import { invalid } from '../../kernel/errors.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { notifyEach } from '../../kernel/notices/notify.js';
import type { NoticeLink } from '../../kernel/notices/places.js';

/** The user who is to own a record of the office; null for the Office Admins. Throws invalid-input. */
export async function readOwner({ db }: Pick<WriteCtx, 'db'>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const user = await queryFirstRow(db('users').where({ id, active: true }).whereNull('shop_id').first('id'));
  if (!user) throw invalid('owner', 'is not an active user of the office');
  return id;
}

/** The content of a notice to an owner. */
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
}

/** Notifies an owner, or the Office Admins if no owner who can sign in exists. */
export async function notifyOwner(
  tx: Omit<WriteCtx, 'actor'>,
  { kind, link, subjectId, ownerId, subject, message }: OwnerNews,
): Promise<void> {
  const owner = tx.db('users').where({ id: ownerId, active: true });
  const owners = ownerId === null ? [] : await queryColumn<string>(owner.pluck('id'));
  const notice = { kind, link, subjectId, shopId: null, type: 'danger' } as const;
  await notifyEach(
    tx,
    (owners.length > 0 ? owners : await findAdmins(tx.db)).map((userId) => ({
      ...{ ...notice, userId, msg: `${subject}.`, content: `${subject}. ${message}` },
    })),
  );
}

const findAdmins = (db: Knex): Promise<string[]> =>
  queryColumn<string>(
    db('users').where({ role: 'Office Admin', active: true }).whereNull('shop_id').orderBy('user_name').pluck('id'),
  );
