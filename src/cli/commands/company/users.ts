import { Option, type Command } from 'commander';
import { grants, roles, type Grant, type Role } from '../../../domain/kernel/rights/roles.js';
import type { ListedUser } from '../../../domain/company/users/schema.js';
import { createUser } from '../../../domain/company/users/sign-in.js';
import { listUsers, getUser } from '../../../domain/company/users/read.js';
import { activateUser, updateUser, deactivateUser, resetPassword } from '../../../domain/company/users/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { discardSetupCode } from '../../../domain/kernel/platform/setup-code.js';
import { registerInvite } from './users-invite.js';
import { shopNamed } from '../../named.js';
import { fieldsOption } from '../../fields.js';
import { print, printNote, toRows } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { registerFactors } from './user-factors.js';
import {
  asksPassword,
  userId,
  writeOrPreview,
  type PasswordOptions,
  readPassword,
  printUser,
  userColumns,
  type WriteOptions,
} from './users-parts.js';

interface AddOptions extends PasswordOptions {
  name: string;
  role: Role;
  shop?: string;
  viewOnly?: boolean;
  superAdmin?: boolean;
  superRole?: boolean;
  grant?: Grant[];
}
interface ChangeOptions extends WriteOptions, Partial<Pick<AddOptions, 'name' | 'role' | 'shop' | 'grant'>> {
  email?: string;
  viewOnly?: boolean;
  superAdmin?: boolean;
  superRole?: boolean;
  revoke?: Grant[];
}
interface ListOptions extends GlobalOptions {
  search?: string;
  shop?: string;
  side?: 'company' | 'shop';
  active?: boolean;
  inactive?: boolean;
}

/** `shedworks users …`: the users who can sign in. */
export function registerUsers(program: Command): void {
  const users = program.command('users').description('Manage the users who can sign in');
  registerAdd(users);
  registerInvite(users);
  registerChange(users);
  registerList(users);
  registerFactors(users);
  const writing = (verb: string, description: string) =>
    users
      .command(`${verb} <user>`)
      .description(description)
      .option('--dry-run', 'show what would happen, change nothing');
  asksPassword(writing('set-password', 'Set a new password for a user, by email or ID, and end their sessions')).action(
    (user: string, options: PasswordOptions) =>
      withContext(options, async (ctx) => {
        const id = await userId(ctx, user);
        const password = await readPassword(options);
        return printUser(options, await writeOrPreview(ctx, options, (on) => resetPassword(on, { id, password })));
      }),
  );
  for (const [verb, use, description] of [
    ['deactivate', deactivateUser, 'Deactivate a user: end their sessions and block sign-in; nothing is deleted'],
    ['activate', activateUser, 'Let a deactivated user sign in again'],
  ] as const)
    writing(verb, description).action((user: string, options: WriteOptions) =>
      withContext(options, async (ctx) => {
        const id = await userId(ctx, user);
        return printUser(options, await writeOrPreview(ctx, options, (on) => use(on, { id })));
      }),
    );
}

function registerAdd(users: Command): void {
  asksPassword(users.command('add <email>').description('Add a user'))
    .requiredOption('--name <name>', 'full name of the user')
    .requiredOption('--role <role>', roles.join(', '))
    .option('--shop <shop>', 'name or ID of the shop, for the shop roles')
    .option('--view-only', 'cannot change anything')
    .option('--super-admin', 'can add shops and users')
    .option('--super-role', 'can delete canceled orders')
    .addOption(new Option('--grant <grants...>', 'capabilities for this user').choices(grants))
    .option('--dry-run', 'show what would happen, change nothing')
    .action((email: string, options: AddOptions) =>
      withContext(
        options,
        async (ctx, place) => {
          const { name, role, shop, viewOnly = false, superAdmin = false, grant = [] } = options;
          const superRole = options.superRole ? 'admin' : null;
          const password = await readPassword(options);
          const input = { userName: email, name, role, shop, viewOnly, superAdmin, superRole, grants: grant, password };
          const user = await writeOrPreview(ctx, options, (on) => createUser(on, input));
          if (!options.dryRun) discardSetupCode(place.home); // once there is a user, set-up is complete
          printNote(`${user.userName} ${options.dryRun ? 'would be' : 'is'} added as ${user.role}.`);
          print(options, user, toRows(userColumns, [user]));
          return undefined;
        },
        { company: false },
      ),
    );
}

function registerChange(users: Command): void {
  users
    .command('change <user>')
    .description('Change a user, by email or ID; options you leave out are unchanged')
    .option('--name <name>', 'full name of the user')
    .option('--email <email>', 'email address to sign in with')
    .option('--role <role>', roles.join(', '))
    .option('--shop <shop>', 'name or ID of the shop, for the shop roles')
    .option('--view-only', 'cannot change anything')
    .option('--no-view-only')
    .option('--super-admin', 'can add shops and users')
    .option('--no-super-admin')
    .option('--super-role', 'can delete canceled orders')
    .option('--no-super-role')
    .addOption(new Option('--grant <grants...>', 'capabilities to add').choices(grants))
    .addOption(new Option('--revoke <grants...>', 'capabilities to remove').choices(grants))
    .option('--dry-run', 'show what would happen, change nothing')
    .action((user: string, options: ChangeOptions) =>
      withContext(options, async (ctx) => {
        const before = await getUser(ctx, { id: await userId(ctx, user) });
        const change = await readChange(ctx, options, before);
        const { _id: id, revision } = before;
        return printUser(
          options,
          await writeOrPreview(ctx, options, (on) => updateUser(on, { id, revision, ...change })),
        );
      }),
    );
}

async function readChange(ctx: Ctx, options: ChangeOptions, before: ListedUser) {
  const { name, email, role, shop, viewOnly, superAdmin, superRole, grant = [], revoke = [] } = options;
  const grants = [...before.grants, ...grant].filter((one) => !revoke.includes(one));
  return {
    ...{ name, email, role, viewOnly, superAdmin },
    ...(shop === undefined ? {} : { shop: await shopNamed(ctx, shop) }),
    ...(superRole === undefined ? {} : { superRole: superRole ? ('admin' as const) : null }),
    ...(grant.length + revoke.length > 0 ? { grants } : {}),
  };
}

function registerList(users: Command): void {
  users
    .command('list')
    .description('List users by name')
    .option('--search <text>', 'part of name, email, role or shop')
    .option('--shop <shop>', 'users of this shop, by name or ID')
    .addOption(
      new Option('--side <side>', "only the company's users or only the shops' users").choices(['company', 'shop']),
    )
    .addOption(new Option('--active', 'only active users').conflicts('inactive'))
    .option('--inactive', 'only deactivated users')
    .option(...fieldsOption)
    .action((options: ListOptions) =>
      withContext(options, async (ctx) => {
        const { search, side } = options;
        const shop = options.shop === undefined ? undefined : await shopNamed(ctx, options.shop);
        const active = options.active ? 'true' : options.inactive ? 'false' : undefined;
        const list = await listUsers(ctx, { search, side, shop, active, size: 5000 });
        print(options, list, toRows(userColumns, list.items));
        printNote(`${list.items.length} of ${list.total} users.`);
        return undefined;
      }),
    );
}
