import type { Knex } from 'knex';
import type { Attachment } from '../../kernel/platform/mail.js';
import { rowsOf } from '../../kernel/database/rows.js';

/** The files of one e-mail together, in bytes: mail servers refuse more than about twice that. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;
/** How long files are kept after their e-mail was sent. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Keeps the files of a batch of e-mails under its first, inside the transaction of who wrote it. */
export async function keepAttachments(db: Knex, id: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { name, type, content } of attachments)
    await db('outbox_attachments').insert({ outbox_id: id, name, type, content: Buffer.from(content) });
}

/** The files of a batch of e-mails by name; none when it has none, or was sent long ago. */
export const attachmentsOf = async (db: Knex, id: string): Promise<Attachment[]> =>
  await rowsOf<Attachment>(
    db('outbox_attachments').where({ outbox_id: id }).orderBy('name').select('name', 'type', 'content'),
  );

/** Drops the files of batches whose last e-mail was sent more than 30 days ago. */
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
