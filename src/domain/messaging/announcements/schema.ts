import { z } from 'zod';
import { PlainText } from '../../kernel/records/fields.js';

/** The input of an announcement; `storMorSpecific` limits it to the office. */
export const AnnouncementFields = z.object({
  msg: PlainText('Please enter a message')
    .min(1, 'Please enter a message')
    .max(5000, 'must be at most 5,000 characters'),
  storMorSpecific: z.boolean('must be true or false').default(false),
});

export const Announcement = z.object({
  _id: z.uuid(),
  msg: z.string(),
  storMorSpecific: z.boolean(),
  madeBy: z.object({ name: z.string() }),
  createdAt: z.string(),
  revision: z.int(),
});

/** An announcement in a list, with whether the signed-in user has read it. */
export const ListedAnnouncement = Announcement.extend({ read: z.boolean() });

/** A page of announcements. */
export const AnnouncementPage = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(20),
});
