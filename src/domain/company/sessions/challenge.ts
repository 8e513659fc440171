import type { Ctx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { parseOwnJson } from '../../kernel/objects.js';
import type { Vault } from '../../kernel/platform/vault.js';

/** Milliseconds within which a challenge must be answered. */
export const CHALLENGE_MS = 5 * 60_000;

/** A challenge that came back in time and for its purpose. It may have been used before. */
export interface Challenge {
  readonly id: string;
  /** The content that was encrypted in it. */
  readonly content: string;
}

/** The secret of the installation, which every entry point has. */
export function requireVault({ outside }: Pick<Ctx, 'outside'>): Vault {
  if (!outside) throw new Error('this entry point has no vault');
  return outside.vault;
}

/**
 * A text that a client gets and must send back once, within five minutes, for one purpose. It is encrypted and
 * contains `content`. Creating one stores nothing, so strangers cannot fill the database.
 */
export function createChallenge(ctx: Pick<Ctx, 'outside' | 'clock'>, purpose: string, content = ''): string {
  const expires = ctx.clock.now().getTime() + CHALLENGE_MS;
  return requireVault(ctx).seal(JSON.stringify({ id: newId(), expires, content }), `challenge ${purpose}`);
}

/** The content of a challenge; null if it is forged, for another purpose, or too old. */
export function readChallenge(
  ctx: Pick<Ctx, 'outside' | 'clock'>,
  ciphertext: string,
  purpose: string,
): Challenge | null {
  const text = requireVault(ctx).open(ciphertext, `challenge ${purpose}`);
  if (text === null) return null;
  const { expires, ...challenge } = parseOwnJson<Challenge & { readonly expires: number }>(text); // we encrypted it
  return expires > ctx.clock.now().getTime() ? challenge : null;
}

/** Uses up a challenge on every server. Returns false if it was used before. */
export async function takeChallenge(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { id }: Pick<Challenge, 'id'>,
): Promise<boolean> {
  const expires = new Date(clock.now().getTime() + 2 * CHALLENGE_MS); // after that it is refused for its age
  const rows: unknown[] = await db('used_challenges')
    .insert({ id, expires_at: expires })
    .onConflict('id')
    .ignore()
    .returning('id');
  return rows.length === 1;
}

/** Whether a challenge was used before on any server. */
export const isChallengeUsed = async ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Challenge, 'id'>): Promise<boolean> =>
  (await db('used_challenges').where({ id }).first('id')) !== undefined;
