import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import type { Role } from '../../kernel/rights/roles.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { findUser, HAS_FACTOR } from '../users/queries.js';
import { findFactorRoles } from './queries.js';
import { moneyRoles } from './rules.js';
import { FactorPolicy, FactorPolicyChange } from './schema.js';

const withSuggestion = (roles: readonly Role[]) => ({ roles: [...roles], moneyRoles: [...moneyRoles] });

export const getFactorPolicy = service({
  summary: 'Get the roles that need a second factor',
  permission: 'factors.manage',
  effect: 'read',
  input: z.object({}),
  output: FactorPolicy,
  run: async ({ db }) => withSuggestion(await findFactorRoles(db)),
});

export const updateFactorPolicy = service({
  summary: 'Set the roles that need a second factor; signs out their users who have none',
  permission: 'factors.manage',
  effect: 'write',
  input: FactorPolicyChange,
  output: FactorPolicy.extend({ msg: z.string(), signedOut: z.int() }),
  run: async (ctx, { roles }) => {
    const company = await queryFirstRow<{ id: string; roles: Role[] }>(
      ctx.db('companies').forUpdate().first({ id: 'id', roles: 'factor_roles' }),
    );
    if (!company) throw notFound('Company');
    const addedRoles = roles.filter((role) => !company.roles.includes(role));
    const msg = 'Second factors saved.';
    if (addedRoles.length === 0 && company.roles.length === roles.length) {
      ctx.unchanged();
      return { ...withSuggestion(roles), msg, signedOut: 0 };
    }
    await refuseOwnLockOut(ctx, roles);
    await ctx.db('companies').where({ id: company.id }).update({ factor_roles: roles });
    const signedOut = await signOutWithout(ctx, addedRoles);
    const change = { before: { factorRoles: company.roles }, after: { factorRoles: roles } };
    await ctx.audit({ action: 'change', entity: 'company', id: company.id, ...change });
    await ctx.publish({ topic: 'users', shopIds: [null], ids: signedOut });
    return { ...withSuggestion(roles), msg, signedOut: signedOut.length };
  },
});

/** Throws unless the actor could still sign in after enabling the rule. */
async function refuseOwnLockOut({ db, actor }: WriteCtx, roles: readonly Role[]): Promise<void> {
  if (actor.id === null || !roles.includes(actor.role)) return;
  const self = await findUser(db, actor.id);
  if (self && !self.secondFactor) throw new DomainError('own-factor-missing', undefined);
}

/** Ends the sessions of users with these roles who have no second factor; returns their IDs. */
const signOutWithout = ({ db }: WriteCtx, roles: readonly Role[]): Promise<string[]> =>
  queryRows<{ id: string }>(
    db.raw(
      `update users as u set session_generation = session_generation + 1
       where u.role = any(?) and u.active and not ${HAS_FACTOR} returning u.id`,
      [[...roles]],
    ),
  ).then((rows) => rows.map(({ id }) => id));
