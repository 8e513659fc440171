import type { Ctx } from '../../kernel/context.js';
import { removeAuthenticator, removeCodes } from './store.js';

/** Removes every second factor of a user, and everything they started setting up. */
export async function clearFactors(tx: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await removeAuthenticator(tx, userId);
  await tx.db('passkeys').where({ user_id: userId }).delete();
  await removeCodes(tx, userId);
  await tx.db('sign_in_tickets').where({ user_id: userId }).delete();
}
