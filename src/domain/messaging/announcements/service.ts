import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { getList } from '../../kernel/records/page.js';
import { RecordVersion, RecordId, type RecordKind } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findAnnouncements, findAnnouncementPage, readableBy, unreadBy } from './queries.js';
import { Announcement, AnnouncementFields, AnnouncementPage, ListedAnnouncement } from './schema.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** Reloads the announcements on every screen; each user gets only those meant for them. */
const publish = async (tx: WriteCtx): Promise<void> => {
  const shops = await queryColumn<string>(tx.db('shops').pluck('id'));
  await tx.publish({ topic: 'announcements', shopIds: [null, ...shops] });
};

const announcementKind: RecordKind<typeof Announcement> = {
  what: 'Announcement',
  entity: 'announcement',
  table: 'announcements',
  schema: Announcement,
  find: findAnnouncements,
  uses: [],
  publish,
};

const toRow = ({ msg, storMorSpecific }: z.output<typeof AnnouncementFields>) => ({
  msg,
  company_specific: storMorSpecific,
});

export const listAnnouncements = service({
  summary: 'List the announcements the signed-in user can read, newest first; the office can filter by kind',
  permission: 'announcements.read',
  effect: 'read',
  input: AnnouncementPage.extend({ storMorSpecific: z.stringbool('must be true or false').optional() }),
  output: getList(ListedAnnouncement),
  run: ({ db, actor }, { storMorSpecific, ...page }) => {
    const announcements = readableBy(db, actor);
    if (storMorSpecific !== undefined) announcements.where('a.company_specific', storMorSpecific);
    return findAnnouncementPage(db, actor, announcements, page);
  },
});

export const listShopAnnouncements = service({
  summary: 'List the announcements for shops, newest first',
  permission: 'announcements.read',
  effect: 'read',
  input: AnnouncementPage,
  output: getList(ListedAnnouncement),
  run: ({ db, actor }, page) =>
    findAnnouncementPage(db, actor, readableBy(db, actor).where('a.company_specific', false), page),
});

export const listUnreadAnnouncements = service({
  summary: 'List the announcements the signed-in user has not read, newest first',
  permission: 'announcements.read',
  effect: 'read',
  input: AnnouncementPage,
  output: getList(ListedAnnouncement),
  run: ({ db, actor }, page) => findAnnouncementPage(db, actor, unreadBy(db, actor), page),
});

export const markAnnouncementRead = service({
  summary: 'Mark an announcement as read',
  permission: 'announcements.read',
  effect: 'personal',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const { db, actor } = ctx;
    if (!(await readableBy(db, actor).where('a.id', id).first('a.id'))) throw notFound('Announcement');
    if (actor.id) {
      const reading = { announcement_id: id, user_id: actor.id };
      await db('announcement_reads').insert(reading).onConflict(['announcement_id', 'user_id']).ignore();
      await ctx.publish({ topic: 'announcements', shopIds: [], to: actor.id });
    }
    return { msg: 'Announcement marked as read.' };
  },
});

export const createAnnouncement = serviceToCreate({
  kind: announcementKind,
  summary: 'Publish an announcement to the shops or to the office only',
  permission: 'announcements.write',
  input: AnnouncementFields,
  msg: 'Announcement published.',
  write: async (ctx, id, input) => {
    const creation = { made_by: ctx.actor.name, created_at: ctx.clock.now() };
    await ctx.db('announcements').insert({ id, ...toRow(input), ...creation });
  },
});

export const updateAnnouncement = serviceToUpdate({
  kind: announcementKind,
  summary: 'Change the text or the audience of an announcement; it stays read for users who have read it',
  permission: 'announcements.write',
  input: AnnouncementFields.extend(RecordVersion.shape),
  msg: 'Announcement is updated.',
  write: (ctx, id, fields) => ctx.db('announcements').where({ id }).update(toRow(fields)),
});

export const deleteAnnouncement = serviceToDelete({
  kind: announcementKind,
  summary: 'Delete an announcement',
  permission: 'announcements.write',
  msg: 'Announcement is deleted.',
});
