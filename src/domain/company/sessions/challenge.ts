import type { Ctx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import type { Vault } from '../../kernel/platform/vault.js';

/** How long a challenge may be answered. */
export const CHALLENGE_MS = 5 * 60_000;

/** A challenge that came back in time, for its purpose. It may have been used before. */
export interface Challenge {
  readonly id: string;
  /** What was sealed with it. */
  readonly content: string;
}

/** Every entry point has it. */
export function requireVault({ outside }: Pick<Ctx, 'outside'>): Vault {
  if (!outside) throw new Error('this entry point has no vault');
  return outside.vault;
}

/**
 * A text that a client gets and has to send back once, within five minutes, for one purpose. It is sealed and holds
 * `content`: asking for one stores nothing, so that strangers cannot fill the database.
 */
export function createChallenge(ctx: Pick<Ctx, 'outside' | 'clock'>, purpose: string, content = ''): string {
  const expires = ctx.clock.now().getTime() + CHALLENGE_MS;
  return requireVault(ctx).seal(JSON.stringify({ id: newId(), expires, content }), `challenge ${purpose}`);
}

/** What a challenge holds; null if it is made up, for another purpose, or too old. */
export function readChallenge(ctx: Pick<Ctx, 'outside' | 'clock'>, sealed: string, purpose: string): Challenge | null {
  const text = requireVault(ctx).open(sealed, `challenge ${purpose}`);
  if (text === null) return null;
  const { expires, ...challenge } = JSON.parse(text) as Challenge & { readonly expires: number }; // sealed above
  return expires > ctx.clock.now().getTime() ? challenge : null;
}

/** Uses up a challenge on every server; false if it was used before. */
export async function takeChallenge(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { id }: Pick<Challenge, 'id'>,
): Promise<boolean> {
  const expires = new Date(clock.now().getTime() + 2 * CHALLENGE_MS); // by then it is refused for its age
  const taken: unknown[] = await db('used_challenges')
    .insert({ id, expires_at: expires })
    .onConflict('id')
    .ignore()
    .returning('id');
  return taken.length === 1;
}

/** Whether a challenge was used before, on any server. */
export const isChallengeUsed = async ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Challenge, 'id'>): Promise<boolean> =>
  (await db('used_challenges').where({ id }).first('id')) !== undefined;
