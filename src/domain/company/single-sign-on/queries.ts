import type { Knex } from 'knex';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import type { SsoRights, SsoRule, SsoSettings } from './schema.js';

/** The provider as stored, with its secret encrypted. */
export interface SsoRow {
  readonly _id: string;
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
}

const columns = {
  ...{ _id: 'id', name: 'name', issuer: 'issuer', clientId: 'client_id', claim: 'claim', rules: 'rules' },
  ...{ fallback: 'fallback', createsUsers: 'creates_users', allowsPasswords: 'allows_passwords' },
  ...{ trustsFactors: 'trusts_factors', signOutAddress: 'sign_out_address' },
} as const;

/** The company's single sign-on provider; undefined without one. */
export const findSso = (db: Knex): Promise<SsoRow | undefined> =>
  queryFirstRow<SsoRow>(db('single_sign_on').first({ ...columns, sealedSecret: 'sealed_secret' }));

/** The settings with one of these IDs, and how they are used. */
export const findSettings = (db: Knex, ids: readonly string[]): Promise<Omit<SsoSettings, 'redirectAddress'>[]> => {
  const people = db('sign_in_identities').whereRaw('issuer = single_sign_on.issuer');
  return queryRows(
    db('single_sign_on')
      .whereIn('id', [...ids])
      .select({
        ...{ ...columns, secretSetAt: 'secret_set_at', revision: 'revision' },
        users: people.clone().select(db.raw('count(*)::integer')),
        usedAt: people.clone().max('used_at'),
      }),
  );
};

/** The user that belongs to an identity of a provider; undefined if there is none yet. */
export const findIdentity = (db: Knex, issuer: string, subject: string): Promise<{ userId: string } | undefined> =>
  queryFirstRow<{ userId: string }>(db('sign_in_identities').where({ issuer, subject }).first({ userId: 'user_id' }));

/** Whether a user already belongs to an identity of this provider. */
export const hasIdentity = async (db: Knex, issuer: string, userId: string): Promise<boolean> =>
  (await db('sign_in_identities').where({ issuer, user_id: userId }).first('subject')) !== undefined;
