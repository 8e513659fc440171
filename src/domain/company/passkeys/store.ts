import type { Ctx } from '../../kernel/context.js';
import { countWritten } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';
import type { PasskeyRow } from './queries.js';

/** Stores a new passkey. Returns false if one with its ID already exists. */
export async function addPasskey(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  row: Omit<PasskeyRow, '_id' | 'createdAt' | 'usedAt'>,
): Promise<boolean> {
  const rows: unknown[] = await db('passkeys')
    .insert({
      ...{ id: newId(), user_id: row.userId, credential_id: row.credentialId, public_key: row.publicKey },
      ...{ counter: row.counter, transports: row.transports, host: row.host, name: row.name },
      created_at: clock.now(),
    })
    .onConflict('credential_id')
    .ignore()
    .returning('id');
  return rows.length === 1;
}

/** Records a use. Returns false if the passkey was removed, or its counter passed `counter`, in the meantime. */
export const notePasskeyUse = async (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { _id }: PasskeyRow,
  counter: number,
): Promise<boolean> =>
  (await countWritten(
    db.raw(`update passkeys set counter = ?, used_at = ? where id = ? and (counter = 0 or counter < ?)`, [
      ...[counter, clock.now(), _id, counter],
    ]),
  )) === 1;

export const deletePasskey = async ({ db }: Pick<Ctx, 'db'>, userId: string, id: string): Promise<boolean> =>
  (await db('passkeys').where({ id, user_id: userId }).delete()) === 1;
