import { linkHours } from '../../company/links/schema.js';
import { makeLink, type MadeLink } from '../../company/links/links.js';
import { storeNewUser } from '../../company/users/new-user.js';
import { NO_PASSWORD } from '../../company/users/passwords.js';
import { findUser, toAccount, type UserRow } from '../../company/users/queries.js';
import { formatAddress, Invitation } from '../../company/users/schema.js';
import { checkShop, lockUser } from '../../company/users/user-writes.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { present } from '../../kernel/objects.js';
import { formatLink, mailLink, requireOutside } from './mails.js';
import { InvitationAnswer, LinkAnswer } from './schema.js';

export const inviteUser = service({
  summary:
    'Add a user who sets the password with a link, sent by email; without a mail server, the response has the link',
  permission: 'users.manage',
  effect: 'write',
  answersSecret: true,
  input: Invitation,
  output: InvitationAnswer,
  run: async (ctx, { shop, ...input }) => {
    if (shop !== null) await checkShop(ctx, shop);
    const more = { password: null, passwordHash: NO_PASSWORD, superRole: null, grants: [], shop };
    const user = await storeNewUser(ctx, { ...input, ...more, userName: formatAddress(input) ?? '' }, shop, 'email');
    return invite(ctx, user);
  },
});

export const resendInvitation = service({
  summary: 'Send a new invitation to a user without a password; the old one stops working',
  permission: 'users.manage',
  effect: 'write',
  answersSecret: true,
  input: RecordId,
  output: InvitationAnswer,
  run: async (ctx, { id }) => {
    const user = await lockUser(ctx, id);
    refuseInactive(user);
    if (user.hasPassword) throw new DomainError('has-password', { name: user.name });
    const answer = await invite(ctx, user);
    await recordLink(ctx, 'invite', user);
    return answer;
  },
});

/** Creates an invitation and sends it. Without a mail server, the answer contains its link. */
async function invite(ctx: WriteCtx, user: UserRow) {
  const link = await makeLink(ctx, toAccount(user), 'invitation');
  const { hasMail } = requireOutside(ctx).people;
  if (hasMail) await mailLink(ctx, user, link);
  const item = await reload(ctx, user);
  const msg = hasMail
    ? `Invitation sent to ${user.userName}. It works for ${linkHours.invitation} hours.`
    : `${user.name} is added. Pass on the link: it works once, for ${linkHours.invitation} hours.`;
  return { msg, item, link: hasMail ? null : formatLink(getAddress(ctx), link) };
}

export const createUserLink = service({
  summary: 'Create a link to pass on that lets a user set a password once; earlier links stop working',
  permission: 'users.manage',
  effect: 'write',
  answersSecret: true,
  input: RecordId,
  output: LinkAnswer,
  run: async (ctx, { id }) => {
    const user = await lockUser(ctx, id);
    refuseInactive(user);
    if (id === ctx.actor.id)
      throw new DomainError('own-account', {
        why: 'To change your own password, choose Change password in the Settings menu.',
      });
    const link: MadeLink = await makeLink(ctx, toAccount(user), user.hasPassword ? 'reset' : 'invitation');
    await recordLink(ctx, 'make link', user);
    const hours = linkHours[link.purpose];
    return {
      msg: `Link created. It works once, for ${hours === 1 ? 'one hour' : `${hours} hours`}.`,
      item: await reload(ctx, user),
      link: formatLink(getAddress(ctx), link),
      expiresAt: link.expiresAt.toISOString(),
    };
  },
});

/** The address of the dashboard: as the operator configured it, or else as the calling administrator reached it. */
function getAddress(ctx: WriteCtx): string {
  const { address, isNamed } = requireOutside(ctx).people;
  return isNamed ? address : (ctx.client?.origin ?? address);
}

function refuseInactive({ active, name }: UserRow): void {
  if (!active) throw new DomainError('user-inactive', { name });
}

async function recordLink(ctx: WriteCtx, action: string, { _id: id, shop }: UserRow): Promise<void> {
  await ctx.audit({ action, entity: 'user', id, shopId: shop?._id ?? null });
  await ctx.publish({ topic: 'users', shopIds: [shop?._id ?? null], ids: [id] });
}

const reload = async ({ db }: WriteCtx, { _id }: UserRow): Promise<UserRow> => present(await findUser(db, _id)); // the row is locked, and users are never deleted
