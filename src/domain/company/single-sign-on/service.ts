import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import { findAddressFault } from '../../kernel/platform/public-address.js';
import { describeFailure, discover, getRedirectAddress, sealClientSecret } from './provider.js';
import { findSso, type SsoRow } from './queries.js';
import { SsoChange, type SsoRights, SsoSettings } from './schema.js';

export const getSso = service({
  summary: 'Get the single sign-on provider; null without one',
  permission: 'users.manage',
  effect: 'read',
  input: z.object({}),
  output: z.object({ item: SsoSettings.nullable() }),
  run: async (ctx) => {
    const sso = await findSso(ctx.db);
    return { item: sso ? { ...sso, redirectAddress: getRedirectAddress(ctx) } : null };
  },
});

export const updateSso = service({
  summary: 'Set the single sign-on provider; its metadata is checked before anything is stored',
  permission: 'users.manage',
  effect: 'write',
  input: SsoChange,
  output: z.object({ msg: z.string(), item: SsoSettings }),
  prepare: async (ctx, input) => {
    const before = await findSso(ctx.db);
    const isSame = before?.issuer === input.issuer && before.clientId === input.clientId;
    if (isSame && input.clientSecret === undefined) return before; // allow changing rules while the provider cannot be reached
    if (input.clientSecret === undefined) throw invalid('clientSecret', 'is required for another provider or client');
    if (findAddressFault(input.issuer, ctx.outside?.signIn.allowsPrivate ?? false) !== null)
      throw invalid('issuer', 'must be a public address that begins with https://');
    const sealedSecret = sealClientSecret(ctx, input.issuer, input.clientSecret);
    const config = await discover(ctx, { ...input, sealedSecret }).catch((error: unknown) => {
      throw invalid('issuer', `cannot be used: ${describeFailure(error)}`);
    });
    return { sealedSecret, signOutAddress: config.serverMetadata().end_session_endpoint ?? null };
  },
  run: async (ctx, { clientSecret, ...input }, { sealedSecret, signOutAddress }) => {
    for (const [path, rights] of [...input.rules.entries(), ['fallback', input.fallback] as const])
      if (rights) await checkRights(ctx, typeof path === 'number' ? `rules.${path}` : path, rights);
    const before = await findSso(ctx.db);
    const { name, issuer, clientId, claim, rules, fallback, createsUsers, allowsPasswords, trustsFactors } = input;
    const row = {
      ...{ name, issuer, client_id: clientId, sealed_secret: sealedSecret, claim, rules: JSON.stringify(rules) },
      ...{ fallback: fallback && JSON.stringify(fallback), creates_users: createsUsers },
      ...{ allows_passwords: allowsPasswords, trusts_factors: trustsFactors, sign_out_address: signOutAddress },
      ...{ is_only: true, changed_at: ctx.clock.now() },
    };
    await ctx.db('single_sign_on').insert(row).onConflict('is_only').merge();
    const secret = clientSecret === undefined ? {} : { clientSecret: 'new' };
    const after = { ...input, ...secret };
    await ctx.audit({ action: 'change', entity: 'single sign-on', before: before && toTrail(before), after });
    return { msg: 'Single sign-on saved.', item: { ...input, redirectAddress: getRedirectAddress(ctx) } };
  },
});

/** What the history shows, which never includes the secret. */
const toTrail = (row: SsoRow) => SsoSettings.omit({ redirectAddress: true }).parse(row);

async function checkRights({ db }: WriteCtx, path: string, { role, shopId }: SsoRights): Promise<void> {
  if (isShopRole(role) !== (shopId !== null))
    throw invalid(`${path}.shopId`, shopId === null ? `is required for a ${role}` : `must be empty for a ${role}`);
  if (shopId !== null && !(await db('shops').where({ id: shopId }).first('id')))
    throw invalid(`${path}.shopId`, 'does not exist');
}

export const deleteSso = service({
  summary: 'Remove the single sign-on provider; users sign in with passwords and passkeys again',
  permission: 'users.manage',
  effect: 'write',
  input: z.object({}),
  output: z.object({ msg: z.string() }),
  run: async (ctx) => {
    const before = await findSso(ctx.db);
    if (!before) throw new DomainError('no-single-sign-on', undefined);
    await ctx.db('single_sign_on').delete();
    await ctx.audit({ action: 'remove', entity: 'single sign-on', before: toTrail(before) });
    return { msg: 'Single sign-on removed.' };
  },
});
