import { z } from 'zod';
import { findOpenLink, recordDeadLink, useUpLink, type OpenLink } from '../../company/links/links.js';
import { findProductName } from '../../company/company/product.js';
import { findCompany } from '../../company/company/queries.js';
import { refuseGuessable } from '../../company/users/new-password.js';
import { hashPassword } from '../../company/users/passwords.js';
import { findUser, type UserRow } from '../../company/users/queries.js';
import { setPasswordByLink } from '../../company/users/set-password.js';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { isDemoAddress } from '../../kernel/platform/demo-address.js';
import { service } from '../../kernel/service.js';
import { present } from '../../kernel/objects.js';
import { mailPasswordSet } from './mails.js';
import { CheckLink, ShownLink, UseLink } from './schema.js';

export const checkSignInLink = service({
  summary: 'Check a link for setting a password without using it',
  permission: 'anyone',
  effect: 'read',
  input: CheckLink,
  output: ShownLink,
  run: async (ctx, { link }) => {
    const { user, purpose } = await findLinkUser(ctx, link);
    const [company, productName] = await Promise.all([findCompany(ctx.db), findProductName(ctx.db)]);
    return { purpose, name: user.name, email: user.email, companyName: company?.name ?? productName, productName };
  },
});

export const redeemSignInLink = service({
  summary: 'Set a password with a link, once; ends every session of the user',
  permission: 'anyone',
  effect: 'personal',
  input: UseLink,
  output: z.object({ msg: z.string(), email: z.string() }),
  prepare: async (ctx, { link, password }) => {
    await recordDeadLink(ctx, link);
    const user = await findLinkUser(ctx, link); // before any hashing, so that strangers cannot cause that work
    await refuseGuessable(ctx.db, password, user.user, 'password');
    return { ...user, passwordHash: await hashPassword(password) };
  },
  run: async (ctx, { link: text }, { id, userId, passwordHash }) => {
    await useUpLink(ctx, { id, userId, text });
    const user = present(await findUser(ctx.db, userId)); // a valid link has a user
    await setPasswordByLink(ctx, user, passwordHash);
    await mailPasswordSet(ctx, user);
    return { msg: 'Password set. Sign in with it.', email: user.email };
  },
});

async function findLinkUser(ctx: Ctx, text: string): Promise<OpenLink & { readonly user: UserRow }> {
  const link = await findOpenLink(ctx, text);
  const user = await findUser(ctx.db, link.userId);
  if (!user) throw new DomainError('link-invalid', undefined);
  if (isDemoAddress(user.userName) && ctx.sessions?.mayUseDemo === false)
    throw new DomainError('demo-account', undefined);
  return { ...link, user };
}
