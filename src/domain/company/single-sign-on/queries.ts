import type { Knex } from 'knex';
import { queryFirstRow } from '../../kernel/database/rows.js';
import type { SsoRights, SsoRule } from './schema.js';

/** The provider as stored, with its secret encrypted. */
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

/** The company's single sign-on provider; undefined without one. */
export const findSso = (db: Knex): Promise<SsoRow | undefined> =>
  queryFirstRow<SsoRow>(
    db('single_sign_on').first({
      ...{ name: 'name', issuer: 'issuer', clientId: 'client_id', sealedSecret: 'sealed_secret', claim: 'claim' },
      ...{ rules: 'rules', fallback: 'fallback', createsUsers: 'creates_users', allowsPasswords: 'allows_passwords' },
      ...{ trustsFactors: 'trusts_factors', signOutAddress: 'sign_out_address', changedAt: 'changed_at' },
    }),
  );

/** The user that belongs to an identity of a provider; undefined if there is none yet. */
export const findIdentity = (db: Knex, issuer: string, subject: string): Promise<{ userId: string } | undefined> =>
  queryFirstRow<{ userId: string }>(db('sign_in_identities').where({ issuer, subject }).first({ userId: 'user_id' }));

/** Whether a user already belongs to an identity of this provider. */
export const hasIdentity = async (db: Knex, issuer: string, userId: string): Promise<boolean> =>
  (await db('sign_in_identities').where({ issuer, user_id: userId }).first('subject')) !== undefined;
