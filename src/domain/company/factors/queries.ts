import type { Knex } from 'knex';
import type { Role } from '../../kernel/rights/roles.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';

/** An authenticator as stored, with its secret encrypted. */
export interface AuthenticatorRow {
  readonly sealed: string;
  /** The time step of the last code used; null if none was. */
  readonly lastStep: number | null;
  readonly createdAt: string;
}

/** A user's confirmed authenticator, or the one being set up; undefined if there is none. */
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

/** The hashes of a user's unused recovery codes. */
export const findUnusedCodes = (db: Knex, userId: string): Promise<string[]> =>
  queryColumn<string>(db('recovery_codes').where({ user_id: userId }).whereNull('used_at').pluck('hash'));

/** The roles that require a second factor. */
export async function findFactorRoles(db: Knex): Promise<readonly Role[]> {
  const company = await queryFirstRow<{ roles: Role[] }>(db('companies').first({ roles: 'factor_roles' }));
  return company?.roles ?? [];
}

/** Whether a role requires a second factor. */
export const isFactorRequired = async (db: Knex, role: Role): Promise<boolean> =>
  (await findFactorRoles(db)).includes(role);
