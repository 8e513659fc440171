import type { Knex } from 'knex';
import { mayReceive, type NoticeDelivery, type NoticeKind, usualDelivery } from '../../kernel/notices/kinds.js';
import { queryRows } from '../../kernel/database/rows.js';
import type { Grant, Role } from '../../kernel/rights/roles.js';
import type { QuietHours } from './quiet-rules.js';

/** A user who may be notified. */
export interface Reader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly shopId: string | null;
  readonly superAdmin: boolean;
  readonly grants: readonly Grant[];
  readonly choices: Readonly<Partial<Record<NoticeKind, NoticeDelivery>>>;
  readonly quiet: QuietHours | null;
}

/** Which users: of a shop or of the office (null), or of both if left out; or a single one. */
interface ReaderFilter {
  readonly shopId?: string | null;
  readonly userId?: string | null;
}

/** The active users who may be notified, with their choices. */
export const findReaders = (db: Knex, { shopId, userId }: ReaderFilter): Promise<Reader[]> =>
  queryRows<Reader>(
    db('users as u')
      .leftJoin('notice_quiet_hours as q', 'q.user_id', 'u.id')
      .where({ 'u.active': true, 'u.is_key': false })
      .modify((query) => {
        if (shopId !== undefined) void query.whereRaw('u.shop_id is not distinct from ?::uuid', [shopId]);
        if (userId) void query.where('u.id', userId);
      })
      .orderBy('u.id')
      .select({ id: 'u.id', name: 'u.name', email: 'u.user_name', role: 'u.role', shopId: 'u.shop_id' })
      .select({ superAdmin: 'u.super_admin', grants: 'u.grants' })
      .select(
        db.raw(`case when q.user_id is null then null
            else json_build_object('from', q.from_minute, 'to', q.to_minute) end as quiet`),
        db.raw(`(select coalesce(json_object_agg(c.kind, c.delivery), '{}') from notice_choices c
            where c.user_id = u.id) as choices`),
      ),
  );

/** How a user gets the notices of a kind; off if the user may not receive it. */
export function getNoticeDelivery(reader: Reader, kind: NoticeKind): NoticeDelivery {
  if (!mayReceive(reader, kind)) return 'off';
  return reader.choices[kind] ?? usualDelivery(reader.role, kind);
}

/** The kinds that a user gets in one of these ways. */
export const kindsWith = (
  reader: Reader,
  kinds: readonly NoticeKind[],
  deliveries: readonly NoticeDelivery[],
): NoticeKind[] => kinds.filter((kind) => deliveries.includes(getNoticeDelivery(reader, kind)));
