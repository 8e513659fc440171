import type { Knex } from 'knex';
import type { Attachment } from '../../kernel/platform/mail.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

/** The most bytes of files in one email; mail servers refuse more than about twice that. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;

/** Stores the files of a batch of emails under its first email, inside the sender's transaction. */
export async function keepAttachments(db: Knex, id: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { name, type, content } of attachments)
    await db('outbox_attachments').insert({ outbox_id: id, name, type, content: Buffer.from(content) });
}

/** The files of a batch of emails by name; empty if it has none or was sent long ago. */
export const getAttachments = async (db: Knex, id: string): Promise<Attachment[]> =>
  await queryRows<Attachment>(
    db('outbox_attachments').where({ outbox_id: id }).orderBy('name').select('name', 'type', 'content'),
  );

/** The error of an unsent email whose files were deleted. */
export const FILES_GONE = 'Its files were deleted because the data of a customer was erased.';

/**
 * Deletes the files of all emails, because they cannot be searched for a customer. Those of a batch that waits to be
 * sent stay; other unsent emails cannot be sent again. Returns how many files were deleted, and how many emails with
 * files wait.
 */
export const deleteFiles = (db: Knex): Promise<{ readonly files: number; readonly waiting: number }> =>
  queryOnlyRow(
    db.raw(
      `with waiting as (select id, batch_id from outbox_messages m where status = 'waiting'
            and exists (select from outbox_attachments where outbox_id = m.batch_id)),
         gone as (delete from outbox_attachments where outbox_id not in (select batch_id from waiting) returning outbox_id),
         unsent as (update outbox_messages set error = ?
            where batch_id in (select outbox_id from gone) and status not in ('sent', 'waiting'))
       select (select count(*)::int from gone) as files, (select count(*)::int from waiting) as waiting`,
      [FILES_GONE],
    ),
  );
