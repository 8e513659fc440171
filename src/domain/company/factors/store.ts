import type { Ctx } from '../../kernel/context.js';
import { countWritten } from '../../kernel/database/rows.js';
import { requireVault } from '../sessions/challenge.js';
import { createAuthenticatorSecret } from './authenticator.js';
import { type AuthenticatorRow, findUnusedCodes } from './queries.js';
import { createCodes, hashCode } from './recovery-codes.js';

type Tx = Pick<Ctx, 'db' | 'clock' | 'outside'>;

const purpose = (userId: string): string => `authenticator ${userId}`;

/** The secret of an authenticator; null if it was sealed with another secret of the installation. */
export const openSecret = (ctx: Pick<Ctx, 'outside'>, userId: string, { sealed }: AuthenticatorRow): string | null =>
  requireVault(ctx).open(sealed, purpose(userId));

/** Stores a new authenticator that does not count yet, in place of one that was not confirmed; returns its secret. */
export async function beginAuthenticator(tx: Tx, userId: string): Promise<string> {
  const secret = createAuthenticatorSecret();
  const sealed = requireVault(tx).seal(secret, purpose(userId));
  await tx
    .db('authenticators')
    .insert({ user_id: userId, is_confirmed: false, sealed, created_at: tx.clock.now() })
    .onConflict(['user_id', 'is_confirmed'])
    .merge();
  return secret;
}

/** Lets the new authenticator count, in place of the one before. Its first code, of `step`, is used up. */
export async function confirmAuthenticator({ db }: Tx, userId: string, step: number): Promise<boolean> {
  const waiting = { user_id: userId, is_confirmed: false };
  if (!(await db('authenticators').where(waiting).forUpdate().first('user_id'))) return false;
  await db('authenticators').where({ user_id: userId, is_confirmed: true }).delete();
  await db('authenticators').where(waiting).update({ is_confirmed: true, last_step: step });
  return true;
}

/** Uses up the code of a step; false if it, or one after it, was used in the meantime. */
export const takeStep = async ({ db }: Pick<Tx, 'db'>, userId: string, step: number): Promise<boolean> =>
  (await countWritten(
    db.raw(
      `update authenticators set last_step = ? where user_id = ? and is_confirmed and (last_step is null or last_step < ?)`,
      [step, userId, step],
    ),
  )) === 1;

/** Uses up a recovery code; false if it was used in the meantime. */
export const takeRecoveryCode = async ({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: string, hash: string) =>
  (await db('recovery_codes')
    .where({ user_id: userId, hash })
    .whereNull('used_at')
    .update({ used_at: clock.now() })) === 1;

/** Stores new recovery codes in place of all before; returns them, the only time. */
export async function replaceCodes({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: string): Promise<string[]> {
  const codes = createCodes();
  await db('recovery_codes').where({ user_id: userId }).delete();
  const rows = codes.map((code) => ({ user_id: userId, hash: hashCode(userId, code), created_at: clock.now() }));
  await db('recovery_codes').insert(rows);
  return codes;
}

/** New recovery codes for a person who has none left; otherwise null. */
export const addMissingCodes = async (tx: Pick<Tx, 'db' | 'clock'>, userId: string): Promise<string[] | null> =>
  (await findUnusedCodes(tx.db, userId)).length === 0 ? replaceCodes(tx, userId) : null;

/** Removes the authenticator of a person. */
export const removeAuthenticator = async ({ db }: Pick<Tx, 'db'>, userId: string): Promise<void> =>
  void (await db('authenticators').where({ user_id: userId }).delete());

/** Removes the recovery codes of a person, which stood in for factors that are gone. */
export const removeCodes = async ({ db }: Pick<Tx, 'db'>, userId: string): Promise<void> =>
  void (await db('recovery_codes').where({ user_id: userId }).delete());
