import type { Knex } from 'knex';
import type { z } from 'zod';
import { findLogo } from '../company/logo.js';
import { OWN_NAME } from '../company/product.js';
import { findCompany } from '../company/queries.js';
import type { ActorCtx, DomainEvent } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { FreshValue } from '../../kernel/fresh.js';
import { findAccount, findPreferences } from './queries.js';
import type { Me } from './schema.js';

type Person = z.input<typeof Me>;
const peopleCaches = new WeakMap<Knex, FreshValue<Person>>();

/** A server's cache of what users read about themselves. */
export interface RememberedUsers {
  /** Drops an entry that one of these events changes; returns the events. */
  hear<E extends readonly DomainEvent[] | null>(events: E): E;
  forget(): void;
}

/**
 * Makes the reads of these connections remember what users read about themselves. Only for a server, which receives
 * events about changes.
 */
export function rememberMe(reads: Knex): RememberedUsers {
  const users = new FreshValue<Person>();
  peopleCaches.set(reads, users);
  return {
    hear: (events) => {
      if (events?.some(({ topic }) => topic === 'preferences' || topic === 'users' || topic === 'company'))
        users.forget();
      return events;
    },
    forget: () => users.forget(),
  };
}

/** The acting user or API key, with the company and the user's preferences. */
export function findMe({ db, actor }: ActorCtx): Promise<Person> {
  const id = actor.id ?? '';
  return peopleCaches.get(db)?.find(id, () => readMe(db, id)) ?? readMe(db, id);
}

async function readMe(db: Knex, id: string): Promise<Person> {
  const [user, company, logo, preferences] = await Promise.all([
    findAccount(db, id),
    findCompany(db),
    findLogo(db),
    findPreferences(db, id),
  ]);
  if (!user) throw notFound('User');
  const { name: companyName = '', productName = OWN_NAME, timeZone = 'America/Chicago' } = company ?? {};
  return { ...user, companyName, productName, logo, timeZone, preferences };
}
