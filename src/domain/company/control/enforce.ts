import { type Cents, formatCents } from '../../kernel/cents.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { findMakers, findPeopleWith, findPersonId, namesFor } from '../../kernel/rights/persons.js';
import type { Permission } from '../../kernel/rights/permissions.js';
import { describeWhoCould } from '../../kernel/rights/who-could.js';
import { findControl } from './queries.js';

/** The actions that make a record a user's own work: creating it, or setting its amount. */
const making = ['create', 'update', 'correct', 'add', 'import'] as const;

interface Decision {
  /** The subject of the decision, at the start of a sentence: `Invoice 40012`. */
  readonly what: string;
  /** The IDs of the records to decide on. */
  readonly records: readonly string[];
  /** The permission for the decision. */
  readonly permission: Permission;
}

/** Throws if the actor or the second person would decide on their own work and the company has this rule. */
export async function refuseOwnDecision(ctx: WriteCtx, { what, records, permission }: Decision): Promise<void> {
  const rules = await findControl(ctx.db);
  if (!rules?.noOwnDecisions || records.length === 0) return;
  const makers = await findMakers(ctx.db, records, making);
  const deciding = [await findPersonId(ctx.db, ctx.actor), ...(ctx.secondPerson ? [ctx.secondPerson.id] : [])];
  if (!deciding.some((person) => makers.includes(person))) return;
  const able = await findPeopleWith(ctx.db, permission, [...makers, ...deciding]);
  throw new DomainError('own-decision', { what, who: describeWhoCould(namesFor(ctx.actor, able)) });
}

const off = { amountLimit: null, amountNeeds: 'second person' } as const;

interface Sum {
  /** The subject of the amount, at the start of a sentence: `Invoice 40012`. */
  readonly what: string;
  readonly amount: Cents;
  readonly permission: Permission;
}

/**
 * Throws if the amount exceeds the company's limit, unless the actor has the required role or a second person approved.
 */
export async function refuseLargeAmount(ctx: WriteCtx, { what, amount, permission }: Sum): Promise<void> {
  const { amountLimit: limit, amountNeeds: needs } = (await findControl(ctx.db)) ?? off;
  if (limit === null || Math.abs(amount) <= limit) return;
  if (needs === 'second person') {
    if (ctx.secondPerson) return;
    const able = await findPeopleWith(ctx.db, permission, [await findPersonId(ctx.db, ctx.actor)]);
    const who = describeWhoCould(namesFor(ctx.actor, able));
    const why = `${what} is ${formatCents(amount)}: amounts above ${formatCents(limit)} need a second person.`;
    throw new DomainError('second-person-needed', { why, who });
  }
  const hasRole = (person: { readonly role: string; readonly superAdmin: boolean }) =>
    person.superAdmin || (needs === 'Office Admin' && person.role === 'Office Admin');
  if (hasRole(ctx.actor)) return;
  const able = (await findPeopleWith(ctx.db, permission)).filter(hasRole);
  const who = describeWhoCould(namesFor(ctx.actor, able));
  throw new DomainError('amount-needs-role', { what, amount, limit, needs, who });
}
