import type { Knex } from 'knex';

const MB = 1024 * 1024;
const DAY = 24 * 3600 * 1000;
/** Limits for imports that were read but not applied: per user, and in total. */
const MOST_FILES = 20;
const MOST_BYTES = 200 * MB;
const MOST_BYTES_TOGETHER = 2048 * MB;
const DAYS = 7;

/**
 * Deletes imports that were never applied: those older than a week; per user, all but the newest 20 within 200 MB; in
 * total, all but the newest within 2 GB. The import `except` is not deleted, and one in use is left for later.
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
