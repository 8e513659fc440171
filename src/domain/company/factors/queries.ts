import type { Knex } from 'knex';
import type { Role } from '../../kernel/rights/roles.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';

/** An authenticator as stored: its secret is sealed. */
export interface AuthenticatorRow {
  readonly sealed: string;
  /** The step of time of the last code that counted; null: none yet. */
  readonly lastStep: number | null;
  readonly createdAt: string;
}

/** The authenticator of a person that counts, or the one being set up; undefined when there is none. */
export const findAuthenticator = (
  db: Knex,
  userId: string,
  isConfirmed = true,
): Promise<AuthenticatorRow | undefined> =>
  queryFirstRow<AuthenticatorRow>(
    db('authenticators')
      .where({ user_id: userId, is_confirmed: isConfirmed })
      .first({ sealed: 'sealed', lastStep: 'last_step', createdAt: 'created_at' }),
  );

/** The hashes of the recovery codes of a person that were not used. */
export const findUnusedCodes = (db: Knex, userId: string): Promise<string[]> =>
  queryColumn<string>(db('recovery_codes').where({ user_id: userId }).whereNull('used_at').pluck('hash'));

/** The roles that need a second factor. */
export async function findFactorRoles(db: Knex): Promise<readonly Role[]> {
  const company = await queryFirstRow<{ roles: Role[] }>(db('companies').first({ roles: 'factor_roles' }));
  return company?.roles ?? [];
}

/** Whether people of a role need a second factor. */
export const isFactorRequired = async (db: Knex, role: Role): Promise<boolean> =>
  (await findFactorRoles(db)).includes(role);
