import { type Command, Option } from 'commander';
import { type Role, roles } from '../../../domain/kernel/rights/roles.js';
import { resendInvitation, inviteUser, createUserLink } from '../../../domain/messaging/sign-in-links/invite.js';
import { listUsersByName } from '../../../domain/company/users/read.js';
import { discardSetupCode } from '../../../domain/kernel/platform/setup-code.js';
import { shopNamed } from '../../named.js';
import { print, printNote, toRows, writeText } from '../../output.js';
import { withContext, type GlobalOptions, UsageError } from '../../run.js';
import { type ShownUser, userColumns, userId, type WriteOptions, writeOrPreview } from './users-parts.js';

interface InviteOptions extends WriteOptions {
  name?: string;
  role?: Role;
  shop?: string;
  viewOnly?: boolean;
  superAdmin?: boolean;
}

/** `shedworks users invite|reset-link`: links with which users set their own passwords. */
export function registerInvite(users: Command): void {
  users
    .command('invite <email>')
    .description('Add a user who sets the password with a link, or resend an invitation')
    .option('--name <name>', 'full name of the user; needed for a new one')
    .addOption(new Option('--role <role>', 'role; needed for a new user').choices(roles))
    .option('--shop <shop>', 'name or ID of the shop, for the shop roles')
    .option('--view-only', 'cannot change anything')
    .option('--super-admin', 'can add shops and users')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((email: string, options: InviteOptions) =>
      withContext(options, async (ctx, place) => {
        const [user] = (await listUsersByName(ctx, { number: email })).items;
        const invitation = user ? null : await readInvitation(options, () => shopNamed(ctx, options.shop ?? ''));
        const { msg, item, link } = await writeOrPreview(ctx, options, (on) =>
          user ? resendInvitation(on, { id: user._id }) : inviteUser(on, { email, ...(invitation ?? failAsMissing()) }),
        );
        if (!options.dryRun) discardSetupCode(place.home); // once there is a user, set-up is complete
        return printLink(options, { msg, item, link: options.dryRun ? null : link });
      }),
    );
  users
    .command('reset-link <user>')
    .description('Create a link that lets a user, by email or ID, set a new password once; earlier links stop working')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((user: string, options: WriteOptions) =>
      withContext(options, async (ctx) => {
        const id = await userId(ctx, user);
        const { msg, item, link } = await writeOrPreview(ctx, options, (on) => createUserLink(on, { id }));
        return printLink(options, { msg, item, link: options.dryRun ? null : link });
      }),
    );
}

const failAsMissing = (): never => {
  throw new UsageError('add --name and --role for a new user');
};

async function readInvitation(options: InviteOptions, findShop: () => Promise<string>) {
  const { name, role, shop, viewOnly = false, superAdmin = false } = options;
  if (name === undefined || role === undefined) return failAsMissing();
  return { name, role, viewOnly, superAdmin, shop: shop === undefined ? null : await findShop() };
}

/** Prints the link only on standard output, because standard error is recorded. */
function printLink(
  options: GlobalOptions,
  answer: { readonly msg: string; readonly item: ShownUser; readonly link: string | null },
): undefined {
  printNote(answer.msg);
  if (options.json || options.csv || answer.link === null)
    print(
      options,
      answer,
      toRows(answer.link ? { ...userColumns, link: () => answer.link } : userColumns, [answer.item]),
    );
  else writeText(`${answer.link}\n`);
  return undefined;
}
