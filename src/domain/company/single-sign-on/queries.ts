import type { Knex } from 'knex';
import { queryFirstRow } from '../../kernel/database/rows.js';
import type { SsoRights, SsoRule } from './schema.js';

/** The provider as stored: its secret is sealed. */
export interface SsoRow {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly claim: string;
  readonly rules: SsoRule[];
  readonly fallback: SsoRights | null;
  readonly createsUsers: boolean;
  readonly allowsPasswords: boolean;
  readonly trustsFactors: boolean;
  readonly signOutAddress: string | null;
  readonly changedAt: string;
}

/** The provider that the company signs in with; undefined without one. */
export const findSso = (db: Knex): Promise<SsoRow | undefined> =>
  queryFirstRow<SsoRow>(
    db('single_sign_on').first({
      ...{ name: 'name', issuer: 'issuer', clientId: 'client_id', sealedSecret: 'sealed_secret', claim: 'claim' },
      ...{ rules: 'rules', fallback: 'fallback', createsUsers: 'creates_users', allowsPasswords: 'allows_passwords' },
      ...{ trustsFactors: 'trusts_factors', signOutAddress: 'sign_out_address', changedAt: 'changed_at' },
    }),
  );

/** Whose user a person of a provider is here; undefined if nobody's yet. */
export const findIdentity = (db: Knex, issuer: string, subject: string): Promise<{ userId: string } | undefined> =>
  queryFirstRow<{ userId: string }>(db('sign_in_identities').where({ issuer, subject }).first({ userId: 'user_id' }));

/** Whether a user belongs to a person of this provider already. */
export const hasIdentity = async (db: Knex, issuer: string, userId: string): Promise<boolean> =>
  (await db('sign_in_identities').where({ issuer, user_id: userId }).first('subject')) !== undefined;
