import type { Knex } from 'knex';
import type { Ctx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { recordAccess } from '../access-log/record.js';
import { type LinkPurpose, linkHours } from './schema.js';
import { createLinkSecret, linkFits, readLinkId } from './secret.js';

type Tx = Pick<Ctx, 'db' | 'clock' | 'actor' | 'via' | 'requestId' | 'client'>;
interface Account {
  readonly id: string;
  readonly userName: string;
}

/** A new link. No other response ever contains its text. */
export interface MadeLink {
  readonly text: string;
  readonly purpose: LinkPurpose;
  readonly expiresAt: Date;
}

const HOUR_MS = 3_600_000;

/** Creates a link for a user in the caller's transaction. Earlier links of the user stop working. */
export async function makeLink(tx: Tx, user: Account, purpose: LinkPurpose): Promise<MadeLink> {
  const { db, clock, actor } = tx;
  await lockAccount(db, user.id);
  await revokeLinks(tx, user.id);
  const id = newId();
  const { text, hash } = createLinkSecret(id);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkHours[purpose] * HOUR_MS);
  await db('sign_in_links').insert({
    ...{ id, user_id: user.id, purpose, hash, maker_id: actor?.id ?? null, maker_name: actor?.name ?? '' },
    ...{ created_at: now, expires_at: expiresAt },
  });
  await recordAccess(tx, { kind: 'link', user, detail: `${words[purpose]} made` });
  return { text, purpose, expiresAt };
}

/** Locks a user before their links or second factors are written: one change at a time, without deadlocks. */
export const lockAccount = async (db: Knex, id: string): Promise<void> =>
  void (await db('users').where({ id }).forUpdate().first('id'));

const words = { invitation: 'invitation', reset: 'link for a new password' } as const satisfies Record<
  LinkPurpose,
  string
>;

/** Revokes a user's unused links. */
export const revokeLinks = async ({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: string): Promise<void> =>
  void (await db('sign_in_links')
    .where({ user_id: userId, used_at: null, revoked_at: null })
    .update({ revoked_at: clock.now() }));

/** How many password reset links were created for a user since `from`. */
export async function countLinks(db: Knex, userId: string, from: Date): Promise<number> {
  const row = await queryFirstRow<{ n: number }>(
    db('sign_in_links').where({ user_id: userId }).where('created_at', '>', from).count({ n: '*' }).first(),
  );
  return row?.n ?? 0;
}

/** A stored link. */
interface Row {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly active: boolean;
  readonly purpose: LinkPurpose;
  readonly hash: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly revokedAt: string | null;
}

/** A valid link. */
export interface OpenLink {
  readonly id: string;
  readonly userId: string;
  readonly purpose: LinkPurpose;
}

/**
 * The link with this text if it is valid; reading it does not use it up. Otherwise throws `link-invalid`, for the
 * same reason text in every case.
 */
export async function findOpenLink({ db, clock }: Pick<Tx, 'db' | 'clock'>, text: string): Promise<OpenLink> {
  const row = await findLink(db, text);
  if (!row || findProblem(row, clock.now()) !== null) throw new DomainError('link-invalid', undefined);
  return row;
}

/** Logs the use of an invalid link, such as a second use. */
export async function recordDeadLink(ctx: Tx, text: string): Promise<void> {
  const row = await findLink(ctx.db, text);
  const problem = row && findProblem(row, ctx.clock.now());
  if (!problem) return;
  const user = { id: row.userId, userName: row.userName };
  await recordAccess(ctx, { kind: 'link', result: 'refused', user, detail: `${words[row.purpose]}: ${problem}` });
}

/**
 * Uses up a link, in the transaction of its purpose. Of two simultaneous uses, one waits for the other and is
 * refused. Throws `link-invalid` if the link is not valid.
 */
export async function useUpLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { id, userId, text }: Pick<OpenLink, 'id' | 'userId'> & { readonly text: string },
): Promise<void> {
  await lockAccount(db, userId);
  const row = await findLink(db, text);
  if (!row || findProblem(row, clock.now()) !== null) throw new DomainError('link-invalid', undefined);
  await db('sign_in_links').where({ id }).update({ used_at: clock.now() });
}

async function findLink(db: Knex, text: string): Promise<Row | null> {
  const id = readLinkId(text);
  if (id === null) return null;
  const row = await queryFirstRow<Row>(
    db('sign_in_links as l')
      .join('users as u', 'u.id', 'l.user_id')
      .where('l.id', id)
      .first({
        ...{ id: 'l.id', userId: 'l.user_id', userName: 'u.user_name', active: 'u.active', purpose: 'l.purpose' },
        ...{ hash: 'l.hash', expiresAt: 'l.expires_at', usedAt: 'l.used_at', revokedAt: 'l.revoked_at' },
      }),
  );
  return row && linkFits(row.hash, text) ? row : null;
}

function findProblem({ active, expiresAt, usedAt, revokedAt }: Row, now: Date): string | null {
  if (usedAt !== null) return 'used before';
  if (revokedAt !== null) return 'no longer valid';
  if (!active) return 'the account is deactivated';
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : null;
}

const KEPT_MS = 90 * 24 * HOUR_MS;

/** Deletes links that expired 90 days ago. */
export const forgetOldLinks = async (db: Knex, now: Date): Promise<void> =>
  void (await db('sign_in_links')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .delete());
