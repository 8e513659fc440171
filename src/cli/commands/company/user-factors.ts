import { Option, type Command } from 'commander';
import { updateFactorPolicy, getFactorPolicy } from '../../../domain/company/factors/policy.js';
import { moneyRoles } from '../../../domain/company/factors/rules.js';
import { type Role, roles } from '../../../domain/kernel/rights/roles.js';
import { resetFactors } from '../../../domain/messaging/notices/reset-factors.js';
import { print, printNote } from '../../output.js';
import { UsageError, withContext } from '../../run.js';
import { printUser, userId, writeOrPreview, type WriteOptions } from './users-parts.js';

interface RequireOptions extends WriteOptions {
  readonly roles?: readonly Role[];
  readonly moneyRoles?: boolean;
  readonly none?: boolean;
}

/** `shedworks users reset-factors` and `require-factors`. */
export function registerFactors(users: Command): void {
  users
    .command('reset-factors <user>')
    .description('Remove the second factors of a user who is locked out, and end their sessions')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((user: string, options: WriteOptions) =>
      withContext(options, async (ctx) => {
        const id = await userId(ctx, user);
        return printUser(options, await writeOrPreview(ctx, options, (on) => resetFactors(on, { id })));
      }),
    );
  users
    .command('require-factors')
    .description('Set which roles need a second factor; without options, show them')
    .addOption(new Option('--roles <roles...>', 'these roles').choices(roles))
    .option('--money-roles', `the roles that approve or pay: ${moneyRoles.join(', ')}`)
    .option('--none', 'no role')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((options: RequireOptions) =>
      withContext(options, async (ctx) => {
        const roles = readRoles(options);
        if (roles === null) return printPolicy(options, await getFactorPolicy(ctx, {}));
        const policy = await writeOrPreview(ctx, options, (on) => updateFactorPolicy(on, { roles }));
        printNote(describeChange(policy, options));
        return printPolicy(options, policy);
      }),
    );
}

function printPolicy(options: RequireOptions, policy: { readonly roles: readonly Role[] }): undefined {
  const rows = roles.map((role) => ({ role, secondFactor: policy.roles.includes(role) ? 'needed' : 'optional' }));
  print(options, policy, rows);
}

/** The answer to a change. */
type FactorPolicyAnswer = Awaited<ReturnType<typeof updateFactorPolicy>>;

/** The roles that the options name; null without any. */
function readRoles({ roles: roleNames, moneyRoles: money, none }: RequireOptions): Role[] | null {
  if ([roleNames, money, none].filter(Boolean).length > 1)
    throw new UsageError('choose one of --roles, --money-roles and --none');
  if (none) return [];
  if (money) return [...moneyRoles];
  return roleNames ? [...roleNames] : null;
}

const describeChange = ({ msg, signedOut }: FactorPolicyAnswer, { dryRun }: WriteOptions): string =>
  `${dryRun ? 'Dry run: nothing saved.' : msg} ${signedOut} users without a second factor ${dryRun ? 'would be' : 'were'} signed out.`;
