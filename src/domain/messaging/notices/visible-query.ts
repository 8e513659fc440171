import type { Knex } from 'knex';
import type { Actor } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { type NoticeDelivery, type NoticeKind, receivableKinds, usualDelivery } from '../../kernel/notices/kinds.js';

/** Queries for the notices of an actor. Each call returns a new query. */
interface ActorNotices {
  /** Those for their shop or the office, of kinds they get, that are not for another user. */
  readonly visible: () => Knex.QueryBuilder;
  /** Those of them that are neither read nor resolved. */
  readonly unread: () => Knex.QueryBuilder;
}

/** The notices of an actor, limited to kinds that the actor may receive and has not turned off. */
export async function findOwnNotices(db: Knex, actor: Actor): Promise<ActorNotices> {
  const kinds = await findShownKinds(db, actor);
  const visible = () =>
    db('notifications as n')
      .whereRaw('n.shop_id is not distinct from ?::uuid', [actor.shopId])
      .whereIn('n.kind', kinds)
      .whereRaw('(n.user_id is null or n.user_id = ?::uuid)', [actor.id]);
  return { visible, unread: () => visible().whereNull('n.settled_at').whereRaw(`not ${isRead}`, [actor.id]) };
}

/** SQL: whether the user whose ID is bound has read notice `n`. */
export const isRead = `exists (select from notification_reads r where r.notification_id = n.id and r.user_id = ?::uuid)`;

async function findShownKinds(db: Knex, actor: Actor): Promise<NoticeKind[]> {
  const userChoices = await queryRows<{ kind: string; delivery: NoticeDelivery }>(
    db('notice_choices').where({ user_id: actor.id }).select('kind', 'delivery'),
  );
  const choices = new Map(userChoices.map(({ kind, delivery }) => [kind, delivery]));
  return receivableKinds(actor).filter((kind) => (choices.get(kind) ?? usualDelivery(actor.role, kind)) !== 'off');
}
