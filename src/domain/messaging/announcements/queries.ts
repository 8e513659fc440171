import type { Knex } from 'knex';
import type { z } from 'zod';
import { isShopRole } from '../../kernel/rights/roles.js';
import type { Actor } from '../../kernel/context.js';
import type { Announcement, AnnouncementPage, ListedAnnouncement } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

type Query = Knex.QueryBuilder;

const columns = {
  _id: 'a.id',
  msg: 'a.msg',
  storMorSpecific: 'a.company_specific',
  createdAt: 'a.created_at',
  revision: 'a.revision',
};

const selectAnnouncements = (db: Knex, query: Query): Query =>
  query.select(columns).select(db.raw(`json_build_object('name', a.made_by) as "madeBy"`));

/** The announcements with these IDs. */
export const findAnnouncements = async (db: Knex, ids: string[]) =>
  await queryRows<z.output<typeof Announcement>>(
    selectAnnouncements(db, db('announcements as a').whereIn('a.id', ids)),
  );

/** The announcements a user may read: all for the office, those that are not company-specific for shops. */
export const readableBy = (db: Knex, actor: Actor): Query =>
  db('announcements as a').modify((query) => {
    if (isShopRole(actor.role)) void query.where('a.company_specific', false);
  });

/** The unread announcements for this user's side: company-specific ones for the office, the others for shops. */
export const unreadBy = (db: Knex, actor: Actor): Query =>
  db('announcements as a').where('a.company_specific', !isShopRole(actor.role)).whereNotExists(getReads(db, actor));

const getReads = (db: Knex, { id }: Actor): Query =>
  db('announcement_reads as r').whereRaw('r.announcement_id = a.id').where('r.user_id', id).select(db.raw('1'));

/** A page of announcements, newest first, each with whether the user has read it. */
export async function findAnnouncementPage(
  db: Knex,
  actor: Actor,
  announcements: Query,
  { page, size }: z.output<typeof AnnouncementPage>,
): Promise<{ items: z.output<typeof ListedAnnouncement>[]; total: number }> {
  const countRow = await queryOnlyRow<{ total: number }>(announcements.clone().count({ total: '*' }));
  const rows = selectAnnouncements(db, announcements.clone())
    .select(db.raw('exists (?) as read', [getReads(db, actor)]))
    .orderBy('a.id', 'desc')
    .limit(size)
    .offset((page - 1) * size);
  return { items: await queryRows<z.output<typeof ListedAnnouncement>>(rows), total: countRow.total };
}
