import type { Knex } from 'knex';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

/** A passkey as stored. */
export interface PasskeyRow {
  readonly _id: string;
  readonly userId: string;
  readonly credentialId: string;
  /** The public key in COSE form, as base64url. */
  readonly publicKey: string;
  /** How often the device has signed with it; always 0 for a passkey that is synced between devices. */
  readonly counter: number;
  readonly transports: string[];
  readonly host: string;
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

const columns = {
  ...{ _id: 'id', userId: 'user_id', credentialId: 'credential_id', publicKey: 'public_key', counter: 'counter' },
  ...{ transports: 'transports', host: 'host', name: 'name', createdAt: 'created_at', usedAt: 'used_at' },
};

/** A user's passkeys, oldest first. */
export const findPasskeys = (db: Knex, userId: string): Promise<PasskeyRow[]> =>
  queryRows<PasskeyRow>(db('passkeys').where({ user_id: userId }).orderBy(['created_at', 'id']).select(columns));

/** The passkey with the ID that its device gave it, regardless of its owner. */
export const findPasskey = (db: Knex, credentialId: string): Promise<PasskeyRow | undefined> =>
  queryFirstRow<PasskeyRow>(db('passkeys').where({ credential_id: credentialId }).first(columns));
