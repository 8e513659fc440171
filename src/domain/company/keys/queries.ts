import type { Knex } from 'knex';
import type { Role } from '../../kernel/rights/roles.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import type { Key } from './schema.js';

/** A key is blocked when its creator was deactivated or moved to another shop. */
const STATUS = `case
  when k.revoked_at is not null then 'revoked'
  when not m.active or (m.shop_id is not null and m.shop_id is distinct from u.shop_id) then 'blocked'
  when k.expires_at <= :now then 'expired'
  else 'active' end`;

const iso = (column: string): string => `to_char(s.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SECRETS = `coalesce((
  select jsonb_agg(jsonb_build_object('prefix', s.prefix, 'createdAt', ${iso('created_at')}, 'expiresAt', ${iso('expires_at')},
    'usedAt', ${iso('used_at')}, 'usedFrom', s.used_from,
    'refusedAt', ${iso('refused_at')}, 'refusedFrom', s.refused_from, 'refusedWhy', s.refused_why) order by s.created_at desc, s.id desc)
  from api_key_secrets s where s.key_id = k.id and (s.expires_at is null or s.expires_at > :now)), '[]')`;

/** The keys with these IDs, or all, by name, with revoked ones last. Expired secrets are left out. */
export function findKeys(db: Knex, now: Date, ids?: readonly string[]): Promise<Key[]> {
  const query = db('api_keys as k')
    .join('users as u', 'u.id', 'k.id')
    .leftJoin('shops as p', 'p.id', 'u.shop_id')
    .leftJoin('users as m', 'm.id', 'k.maker_id')
    .select({ _id: 'k.id', name: 'u.name', maker: 'k.maker_name', scopes: 'k.scopes', readOnly: 'k.read_only' })
    .select({ networks: 'k.networks', rate: 'k.rate', expiresAt: 'k.expires_at', createdAt: 'k.created_at' })
    .select({ revision: 'k.revision' })
    .select(
      db.raw(`case when p.id is not null then json_build_object('_id', p.id, 'name', p.name) end as shop`),
      db.raw(`${STATUS} as status, ${SECRETS} as secrets`, { now }),
      db.raw('(select max(s.used_at) from api_key_secrets s where s.key_id = k.id) as "usedAt"'),
    )
    .orderByRaw('k.revoked_at is not null, lower(u.name), k.id');
  return queryRows<Key>(ids ? query.whereIn('k.id', ids) : query);
}

/** A secret with everything needed to sign in with it. */
export interface SignInKey {
  readonly secretId: string;
  readonly prefix: string;
  readonly hash: string;
  /** An instant, as ISO text. */
  readonly secretExpiresAt: string | null;
  readonly _id: string;
  readonly name: string;
  readonly shopId: string | null;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
  readonly networks: readonly string[];
  readonly rate: number;
  readonly expiresAt: string | null;
  readonly isRevoked: boolean;
  /** Its creator; null for the operator on the command line. */
  readonly maker: Maker | null;
}

/** The current rights of a key's creator. */
export interface Maker {
  readonly _id: string;
  readonly userName: string;
  readonly role: Role;
  readonly shopId: string | null;
  readonly viewOnly: boolean;
  readonly superAdmin: boolean;
  readonly grants: readonly string[];
  readonly active: boolean;
}

const MAKER = `case when m.id is not null then jsonb_build_object('_id', m.id, 'userName', m.user_name,
  'role', m.role, 'shopId', m.shop_id, 'viewOnly', m.view_only, 'superAdmin', m.super_admin, 'grants', m.grants,
  'active', m.active) end as maker`;

/** The creator of a key; null for the operator on the command line. */
export async function findMaker(db: Knex, keyId: string): Promise<Maker | null> {
  const query = db('api_keys as k').leftJoin('users as m', 'm.id', 'k.maker_id').where({ 'k.id': keyId });
  const row = await queryFirstRow<{ maker: Maker | null }>(query.first(db.raw(MAKER)));
  return row?.maker ?? null;
}

/** How long refusals of a revoked key are recorded; after that, it is unknown. */
const KNOWN = `interval '90 days'`;

/** Every secret of every key, including expired ones, except those of keys that were revoked long ago. */
export async function findSignInKeys(db: Knex): Promise<SignInKey[]> {
  return queryRows<SignInKey>(
    db('api_key_secrets as s')
      .join('api_keys as k', 'k.id', 's.key_id')
      .join('users as u', 'u.id', 'k.id')
      .leftJoin('users as m', 'm.id', 'k.maker_id')
      .whereRaw(`(k.revoked_at is null or k.revoked_at > now() - ${KNOWN})`)
      .select({ secretId: 's.id', prefix: 's.prefix', hash: 's.hash', secretExpiresAt: 's.expires_at' })
      .select({ _id: 'k.id', name: 'u.name', shopId: 'u.shop_id', scopes: 'k.scopes', readOnly: 'k.read_only' })
      .select({ networks: 'k.networks', rate: 'k.rate', expiresAt: 'k.expires_at' })
      .select(db.raw('k.revoked_at is not null as "isRevoked"'), db.raw(MAKER)),
  );
}
