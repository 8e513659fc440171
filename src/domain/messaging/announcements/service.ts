import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { getList } from '../../kernel/records/page.js';
import {
  createRecord,
  Changed,
  updateRecord,
  deleteRecord,
  RecordId,
  type RecordKind,
} from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { AnnouncementModel } from './model.js';
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
  companySpecific: storMorSpecific,
});

export const listAnnouncements = service({
  summary: 'List the announcements the signed-in user can read, newest first; the office can filter by kind',
  permission: 'announcements.read',
  effect: 'read',
  input: AnnouncementPage.extend({ storMorSpecific: z.stringbool('must be true or false').optional() }),
  output: getList(ListedAnnouncement),
  run: ({ db, actor }, { storMorSpecific, ...page }) => {
    const found = readableBy(db, actor);
    if (storMorSpecific !== undefined) found.where('a.company_specific', storMorSpecific);
    return findAnnouncementPage(db, actor, found, page);
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
      const read = { announcement_id: id, user_id: actor.id };
      await db('announcement_reads').insert(read).onConflict(['announcement_id', 'user_id']).ignore();
      await ctx.publish({ topic: 'announcements', shopIds: [], to: actor.id });
    }
    return { msg: 'Announcement marked as read.' };
  },
});

const Stored = z.object({ msg: z.string(), item: Announcement });

export const createAnnouncement = service({
  summary: 'Publish an announcement to the shops or to the office only',
  permission: 'announcements.write',
  effect: 'write',
  input: AnnouncementFields,
  output: Stored,
  run: async (ctx, input) => {
    const made = { madeBy: ctx.actor.name, createdAt: ctx.clock.now() };
    const item = await createRecord(ctx, announcementKind, (id) =>
      AnnouncementModel.query(ctx.db).insert({ id, ...toRow(input), ...made }),
    );
    return { msg: 'Announcement published.', item };
  },
});

export const updateAnnouncement = service({
  summary: 'Change the text or the audience of an announcement; it stays read for users who have read it',
  permission: 'announcements.write',
  effect: 'write',
  input: AnnouncementFields.extend(Changed.shape),
  output: Stored,
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await updateRecord(ctx, announcementKind, { id, revision }, () =>
      AnnouncementModel.query(ctx.db).findById(id).patch(toRow(fields)),
    );
    return { msg: 'Announcement is updated.', item };
  },
});

export const deleteAnnouncement = service({
  summary: 'Delete an announcement',
  permission: 'announcements.write',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await deleteRecord(ctx, announcementKind, id);
    return { msg: 'Announcement is deleted.' };
  },
});
