import type { Knex } from 'knex';
import type { Actor } from '../context.js';
import { queryFirstRow, queryRows } from '../database/rows.js';
import { can, type Permission } from './permissions.js';
import { isShopRole, type Role } from './roles.js';

/** The user behind an actor: for an API key, its creator. Null for the operator of the installation. */
export async function findPersonId(db: Knex, actor: Pick<Actor, 'id' | 'scopes'>): Promise<string | null> {
  if (!actor.scopes) return actor.id;
  const key = await queryFirstRow<{ maker_id: string | null }>(
    db('api_keys').where({ id: actor.id }).first('maker_id'),
  );
  return key ? key.maker_id : actor.id;
}

/** The users who created or changed records, according to the history; null for the operator. */
export async function findMakers(
  db: Knex,
  records: readonly string[],
  actions: readonly string[],
): Promise<(string | null)[]> {
  const rows = await queryRows<{ maker: string | null }>(
    db('audit_entries as e')
      .leftJoin('api_keys as k', 'k.id', 'e.actor_id')
      .whereRaw('e.entity_ids && ?::uuid[] and e.action = any(?)', [[...records], [...actions]])
      .distinct(db.raw('case when k.id is null then e.actor_id else k.maker_id end as maker')),
  );
  return rows.map(({ maker }) => maker);
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly superAdmin: boolean;
  readonly grants: readonly string[];
}

/** The office users who can sign in and have a permission to change something, by name, except some. */
export async function findPeopleWith(
  db: Knex,
  permission: Permission,
  except: readonly (string | null)[] = [],
): Promise<Person[]> {
  const people = await queryRows<Person>(
    db('users')
      .where({ active: true, is_key: false, view_only: false })
      .whereNull('shop_id')
      .whereRaw(`(password_hash <> '' or exists (select from sign_in_identities i where i.user_id = users.id))`)
      .orderByRaw('lower(name), id')
      .select({ id: 'id', name: 'name', role: 'role', superAdmin: 'super_admin', grants: 'grants' }),
  );
  return people.filter((person) => !except.includes(person.id) && can(person, permission));
}

/** The names in a refusal that an actor may know: names of the office are only for the office. */
export const namesFor = (actor: Actor, people: readonly { readonly name: string }[]): readonly string[] | null =>
  isShopRole(actor.role) ? null : people.map(({ name }) => name);
