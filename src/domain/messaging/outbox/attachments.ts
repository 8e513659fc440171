import type { Knex } from 'knex';
import type { Attachment } from '../../kernel/platform/mail.js';
import { queryRows } from '../../kernel/database/rows.js';

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
