import type { Knex } from 'knex';

const MB = 1024 * 1024;
const DAY = 24 * 3600 * 1000;
/** What is kept of imports that were read and not applied: of each person, and of everyone together. */
const MOST_FILES = 20;
const MOST_BYTES = 200 * MB;
const MOST_BYTES_TOGETHER = 2048 * MB;
const DAYS = 7;

/**
 * Deletes imports that nobody applied: those of more than a week ago, of each person all but the newest 20 that take 200 MB
 * together, and of everyone all but the newest that take 2 GB. The one named stays; one that is in use is left for later.
 */
export async function forgetStaged(db: Knex, now: Date, except: string | null = null): Promise<void> {
  await db.raw(
    `delete from imports where id in (
       select id from imports where id in (
         select id from (
           select id, at, row_number() over own as files, sum(staged_bytes) over own as bytes,
             sum(staged_bytes) over (order by at desc, id desc) as together
           from imports where staged
           window own as (partition by coalesce(actor_id::text, actor_name) order by at desc, id desc)) as kept
         where at < :old or files > :files or (files > 1 and bytes > :bytes) or together > :together)
       and id is distinct from :except for update skip locked)`,
    {
      old: new Date(now.getTime() - DAYS * DAY),
      files: MOST_FILES,
      bytes: MOST_BYTES,
      together: MOST_BYTES_TOGETHER,
      except,
    },
  );
}
