import type { Knex } from 'knex';
import type { z } from 'zod';
import { findLogo } from '../company/logo.js';
import { OWN_NAME } from '../company/product.js';
import { findCompany } from '../company/queries.js';
import type { ActorCtx, DomainEvent } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { Fresh } from '../../kernel/fresh.js';
import { findAccount, findPreferences } from './queries.js';
import type { Me } from './schema.js';

type Person = z.input<typeof Me>;
const remembered = new WeakMap<Knex, Fresh<Person>>();

/** What people were told about themselves by a server. */
export interface Told {
  /** Drops it if one of these events changes it; returns the events. */
  hear<E extends readonly DomainEvent[] | null>(events: E): E;
  forget(): void;
}

/**
 * Has what people read about themselves remembered for all reads of these connections. For a server, which hears of
 * changes.
 */
export function rememberMe(reads: Knex): Told {
  const told = new Fresh<Person>();
  remembered.set(reads, told);
  return {
    hear: (events) => {
      if (events?.some(({ topic }) => topic === 'preferences' || topic === 'users' || topic === 'company'))
        told.forget();
      return events;
    },
    forget: () => told.forget(),
  };
}

/** The person or API key that acts, with the company and the person's preferences. */
export function findMe({ db, actor }: ActorCtx): Promise<Person> {
  const id = actor.id ?? '';
  return remembered.get(db)?.find(id, () => readMe(db, id)) ?? readMe(db, id);
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
