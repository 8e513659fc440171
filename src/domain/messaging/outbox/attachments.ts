import type { Knex } from 'knex';
import type { Attachment } from '../../kernel/platform/mail.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The most bytes of files in one email: mail servers refuse more than about twice that. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;
/** How long files are stored after their email was sent. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Stores the files of a batch of emails under its first email, inside the sender's transaction. */
export async function keepAttachments(db: Knex, id: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { name, type, content } of attachments)
    await db('outbox_attachments').insert({ outbox_id: id, name, type, content: Buffer.from(content) });
}

/** The files of a batch of emails by name; none if it has none or was sent long ago. */
export const getAttachments = async (db: Knex, id: string): Promise<Attachment[]> =>
  await queryRows<Attachment>(
    db('outbox_attachments').where({ outbox_id: id }).orderBy('name').select('name', 'type', 'content'),
  );

/** Deletes the files of batches whose last email was sent more than 30 days ago. */
export async function forgetOldAttachments(db: Knex, now: Date): Promise<void> {
  await db('outbox_attachments as a')
    .whereNotExists(
      db('outbox_messages as m')
        .whereRaw('m.batch_id = a.outbox_id')
        .whereRaw('(m.sent_at is null or m.sent_at >= ?)', [new Date(now.getTime() - KEPT_MS)])
        .select(db.raw('1')),
    )
    .delete();
}
