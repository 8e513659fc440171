import type { Knex } from 'knex';
import type { Actor } from '../../kernel/context.js';
import type { Grant, Role } from '../../kernel/rights/roles.js';
import { withNumber } from '../../kernel/records/by-number.js';
import type { Session } from '../../kernel/rights/tokens.js';
import { REFUSED_TIMES } from './refused-email.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

/** A user as shown in lists. */
export interface ListedUserRow {
  readonly _id: string;
  readonly name: string;
  readonly userName: string;
  readonly email: string;
  readonly role: Role;
  readonly shop: { _id: string; name: string } | null;
  readonly viewOnly: boolean;
  readonly superAdmin: boolean;
  readonly superRole: string | null;
  readonly grants: Grant[];
  readonly active: boolean;
  /** Whether the user has a password, set by themselves or by someone else. */
  readonly hasPassword: boolean;
  /** Until when the user's invitation is valid; null if there is none, or it was used or revoked. */
  readonly invitedUntil: string | null;
  /** Whether signing in requires more than the password. */
  readonly secondFactor: boolean;
  /** Whether mail servers repeatedly refused the email address. */
  readonly emailRefused: boolean;
  readonly revision: number;
}

/** A user with the fields that signing in needs. */
export interface UserRow extends ListedUserRow {
  readonly generation: number;
  readonly passwordHash: string;
}

const INVITED_UNTIL = `(select l.expires_at from sign_in_links l
  where l.user_id = u.id and l.purpose = 'invitation' and l.used_at is null and l.revoked_at is null)`;
/** Whether the user `u` has a confirmed second factor. */
export const HAS_FACTOR = `(exists (select from authenticators a where a.user_id = u.id and a.is_confirmed)
  or exists (select from passkeys p where p.user_id = u.id))`;

const selectListed = (db: Knex) =>
  db('users as u')
    .leftJoin('shops as s', 's.id', 'u.shop_id')
    .select({
      _id: 'u.id',
      name: 'u.name',
      userName: 'u.user_name',
      email: 'u.user_name',
      role: 'u.role',
      viewOnly: 'u.view_only',
      superAdmin: 'u.super_admin',
      superRole: 'u.super_role',
      grants: 'u.grants',
      active: 'u.active',
      revision: 'u.revision',
    })
    .select(
      db.raw(`u.password_hash <> '' as "hasPassword", ${INVITED_UNTIL} as "invitedUntil"`),
      db.raw(`case when s.id is null then null else json_build_object('_id', s.id, 'name', s.name) end as shop`),
      db.raw(`${HAS_FACTOR} as "secondFactor"`),
      db.raw(
        `exists (select from refused_addresses r
          where r.address = lower(u.user_name) and r.refusals >= ${REFUSED_TIMES}) as "emailRefused"`,
      ),
    );

const people = (query: Knex.QueryBuilder) => query.where('u.is_key', false);

const select = (db: Knex) =>
  selectListed(db).select({ generation: 'u.session_generation', passwordHash: 'u.password_hash' });

/** A user by sign-in name, ignoring case; undefined if there is none. */
export async function findUserByName(db: Knex, userName: string): Promise<UserRow | undefined> {
  return queryFirstRow<UserRow>(people(select(db)).whereRaw('lower(u.user_name) = lower(?)', [userName]).first());
}

/** The user of a session; undefined if there is none, or if the session was signed out. */
export async function findSessionUser(db: Knex, { id, userId }: Session): Promise<UserRow | undefined> {
  const endedSession = db('ended_sessions').where({ id }).select(db.raw('1'));
  return queryFirstRow<UserRow>(select(db).where('u.id', userId).whereNotExists(endedSession).first());
}

/** A user by ID; undefined if there is none. */
export async function findUser(db: Knex, id: string): Promise<UserRow | undefined> {
  return queryFirstRow<UserRow>(people(select(db)).where('u.id', id).first());
}

/** The acting user or API key, by ID; undefined if there is none. */
export async function findAccount(db: Knex, id: string): Promise<UserRow | undefined> {
  return queryFirstRow<UserRow>(select(db).where('u.id', id).first());
}

/** Which users to list. */
export interface UsersOf {
  /** The sign-in name, ignoring case. */
  readonly userName?: string | undefined;
  readonly side?: 'company' | 'shop' | undefined;
  readonly shop?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** Users by name: of the company, of all shops or of one; active or deactivated. */
export async function findUsers(db: Knex, { userName, side, shop, active }: UsersOf): Promise<ListedUserRow[]> {
  const query = people(selectListed(db)).orderByRaw('lower(u.name), u.id');
  if (userName !== undefined) void withNumber(query, 'u.user_name', userName);
  if (shop) query.where('u.shop_id', shop);
  if (side === 'company') query.whereNull('u.shop_id');
  if (side === 'shop') query.whereNotNull('u.shop_id');
  if (active !== undefined) void query.where('u.active', active);
  return queryRows<ListedUserRow>(query);
}

/** Whether the row of `users` can sign in by itself, without a single sign-on provider. */
const SIGNS_IN_ALONE = `(users.password_hash <> '' or exists (select from passkeys p where p.user_id = users.id))`;
const SIGNS_IN_BY_SSO = `exists (select from sign_in_identities i join single_sign_on s on s.issuer = i.issuer
  where i.user_id = users.id)`;

const selectManagers = (db: Knex) =>
  db('users').where({ active: true, super_admin: true, view_only: false }).whereNull('shop_id');

/** Whether another active user can manage users and sign in; an invited one cannot yet. */
export async function hasOtherManager(db: Knex, id: string): Promise<boolean> {
  const others = selectManagers(db).whereNot({ id }).whereRaw(`(${SIGNS_IN_ALONE} or ${SIGNS_IN_BY_SSO})`);
  return ((await others.first('id')) as unknown) !== undefined;
}

/** Whether an active user can manage users and sign in without the single sign-on provider. */
export const hasManagerWithoutSso = async (db: Knex): Promise<boolean> =>
  ((await selectManagers(db).whereRaw(SIGNS_IN_ALONE).first('id')) as unknown) !== undefined;

/** The builders of one shop by name, for choosing an order's builder. */
export async function findBuilders(
  db: Knex,
  shopId: string | null,
): Promise<{ _id: string; name: string; shop: string }[]> {
  const rows = db('users')
    .where({ role: 'Builder', active: true })
    .select({ _id: 'id', name: 'name', shop: 'shop_id' });
  return queryRows<{
    _id: string;
    name: string;
    shop: string;
  }>((shopId ? rows.where('shop_id', shopId) : rows).orderBy('name'));
}

/** The user's stored preferences: columns, theme, menu. */
export async function findPreferences(db: Knex, userId: string): Promise<Record<string, unknown>> {
  const rows = await queryRows<{
    key: string;
    value: unknown;
  }>(db('user_preferences').where({ user_id: userId }).select('key', 'value'));
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** A user as the access log names them. */
export const toAccount = ({ _id: id, userName }: UserRow): { id: string; userName: string } => ({ id, userName });

/** The actor for a signed-in user. */
export const getActor = (user: UserRow): Actor => ({
  id: user._id,
  name: user.name,
  role: user.role,
  shopId: user.shop?._id ?? null,
  viewOnly: user.viewOnly,
  superAdmin: user.superAdmin,
  superRole: user.superRole,
  grants: user.grants,
});
