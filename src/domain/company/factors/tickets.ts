import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { queryFirstRow } from '../../kernel/database/rows.js';
import type { Ctx } from '../../kernel/context.js';
import { findUser, type UserRow } from '../users/queries.js';
import { findPasskeys } from '../passkeys/queries.js';
import { findAuthenticator, isFactorRequired } from './queries.js';
import type { SignInStep } from './schema.js';

/** Milliseconds allowed for the step after the password, more if an app must be set up first. */
const lifetime = { code: 5 * 60_000, enroll: 20 * 60_000 } as const satisfies Record<SignInStep, number>;

/** The next step after the correct password; null if there is none. */
export async function findStepLeft(db: Knex, { secondFactor, role }: UserRow): Promise<SignInStep | null> {
  if (secondFactor) return 'code';
  return (await isFactorRequired(db, role)) ? 'enroll' : null;
}

export const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

/** Creates a ticket for the next step of a user with the correct password. */
export async function createSignInTicket({ db, clock }: Pick<Ctx, 'db' | 'clock'>, user: UserRow, step: SignInStep) {
  const ticket = randomBytes(32).toString('base64url');
  const expires = new Date(clock.now().getTime() + lifetime[step]);
  const row = { hash: hashTicket(ticket), user_id: user._id, generation: user.generation, step, expires_at: expires };
  await db('sign_in_tickets').insert(row);
  return { ticket, step, factors: await findFactors(db, user), expiresAt: expires.toISOString() };
}

/** The kinds of second factors that a user has. */
async function findFactors(db: Knex, { _id }: UserRow) {
  const [app, passkeys] = await Promise.all([findAuthenticator(db, _id), findPasskeys(db, _id)]);
  return [...(app ? (['authenticator'] as const) : []), ...(passkeys.length > 0 ? (['passkey'] as const) : [])];
}

/**
 * The user of a ticket; undefined if the ticket is invalid, expired or used, or if the user's password, role or
 * access changed.
 */
export async function findTicketUser(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  ticket: string,
  step: SignInStep,
): Promise<UserRow | undefined> {
  const ticketRow = await queryFirstRow<{ userId: string; generation: number }>(
    valid(db, ticket, clock.now()).where({ step }).first({ userId: 'user_id', generation: 'generation' }),
  );
  const user = ticketRow && (await findUser(db, ticketRow.userId));
  return user?.active && user.generation === ticketRow?.generation ? user : undefined;
}

/** Uses up a ticket. Returns false if another request did, or if it expired. */
export const takeTicket = async ({ db, clock }: Pick<Ctx, 'db' | 'clock'>, ticket: string): Promise<boolean> =>
  (await valid(db, ticket, clock.now()).delete()) === 1;

const valid = (db: Knex, ticket: string, now: Date) =>
  db('sign_in_tickets')
    .where({ hash: hashTicket(ticket) })
    .where('expires_at', '>', now);
