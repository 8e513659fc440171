import type { Ctx } from '../../kernel/context.js';
import { countWritten } from '../../kernel/database/rows.js';
import { requireVault } from '../sessions/challenge.js';
import { createAuthenticatorSecret } from './authenticator.js';
import { type AuthenticatorRow, findUnusedCodes } from './queries.js';
import { createCodes, hashCode } from './recovery-codes.js';

type Tx = Pick<Ctx, 'db' | 'clock' | 'outside'>;

const purpose = (userId: string): string => `authenticator ${userId}`;

/** An authenticator's secret; null if it was encrypted under another secret of the installation. */
export const openSecret = (ctx: Pick<Ctx, 'outside'>, userId: string, { sealed }: AuthenticatorRow): string | null =>
  requireVault(ctx).open(sealed, purpose(userId));

/** Stores a new, unconfirmed authenticator in place of an earlier unconfirmed one; returns its secret. */
export async function beginAuthenticator(tx: Tx, userId: string): Promise<string> {
  const secret = createAuthenticatorSecret();
  const sealedSecret = requireVault(tx).seal(secret, purpose(userId));
  await tx
    .db('authenticators')
    .insert({ user_id: userId, is_confirmed: false, sealed: sealedSecret, created_at: tx.clock.now() })
    .onConflict(['user_id', 'is_confirmed'])
    .merge();
  return secret;
}

/** Confirms the new authenticator in place of the previous one, and uses up its first code, the one of `step`. */
export async function confirmAuthenticator({ db }: Tx, userId: string, step: number): Promise<boolean> {
  const unconfirmed = { user_id: userId, is_confirmed: false };
  if (!(await db('authenticators').where(unconfirmed).forUpdate().first('user_id'))) return false;
  await db('authenticators').where({ user_id: userId, is_confirmed: true }).delete();
  await db('authenticators').where(unconfirmed).update({ is_confirmed: true, last_step: step });
  return true;
}

/** Uses up the code of a time step. Returns false if it or a later one was used in the meantime. */
export const takeStep = async ({ db }: Pick<Tx, 'db'>, userId: string, step: number): Promise<boolean> =>
  (await countWritten(
    db.raw(
      `update authenticators set last_step = ? where user_id = ? and is_confirmed and (last_step is null or last_step < ?)`,
      [step, userId, step],
    ),
  )) === 1;

/** Uses up a recovery code. Returns false if it was used in the meantime. */
export const takeRecoveryCode = async ({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: string, hash: string) =>
  (await db('recovery_codes')
    .where({ user_id: userId, hash })
    .whereNull('used_at')
    .update({ used_at: clock.now() })) === 1;

/** Replaces all recovery codes with new ones and returns them. They cannot be read again. */
export async function replaceCodes({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: string): Promise<string[]> {
  const codes = createCodes();
  await db('recovery_codes').where({ user_id: userId }).delete();
  const rows = codes.map((code) => ({ user_id: userId, hash: hashCode(userId, code), created_at: clock.now() }));
  await db('recovery_codes').insert(rows);
  return codes;
}

/** Creates recovery codes for a user who has none left; otherwise returns null. */
export const addMissingCodes = async (tx: Pick<Tx, 'db' | 'clock'>, userId: string): Promise<string[] | null> =>
  (await findUnusedCodes(tx.db, userId)).length === 0 ? replaceCodes(tx, userId) : null;

/** Removes a user's authenticator. */
export const removeAuthenticator = async ({ db }: Pick<Tx, 'db'>, userId: string): Promise<void> =>
  void (await db('authenticators').where({ user_id: userId }).delete());

/** Removes a user's recovery codes, which are useless without the factors they replace. */
export const removeCodes = async ({ db }: Pick<Tx, 'db'>, userId: string): Promise<void> =>
  void (await db('recovery_codes').where({ user_id: userId }).delete());
