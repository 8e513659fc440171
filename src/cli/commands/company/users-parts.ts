import { type Command, Option } from 'commander';
import type { ListedUser } from '../../../domain/company/users/schema.js';
import { listUsersByName } from '../../../domain/company/users/read.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { dryRun } from '../../dry-run.js';
import { readText } from '../../files.js';
import { getId } from '../../named.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { promptPassword } from '../../prompts.js';
import { UsageError, type GlobalOptions } from '../../run.js';

export interface WriteOptions extends GlobalOptions {
  dryRun?: boolean;
}
export interface PasswordOptions extends WriteOptions {
  passwordFile?: string;
  passwordStdin?: boolean;
}
/** The options for a password. It is never an argument, because other users of the machine could read it. */
export const asksPassword = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--password-stdin',
        'read the password from standard input; without it, the terminal prompts for it',
      ).conflicts('passwordFile'),
    )
    .option('--password-file <file>', 'file with the password');

/** Reads the password from where the options state, or asks for it on a terminal. */
export async function readPassword({ passwordFile, passwordStdin }: PasswordOptions): Promise<string> {
  const file = passwordStdin ? '-' : passwordFile;
  if (file !== undefined) return (await readText(file)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY)
    throw new UsageError('add --password-stdin or --password-file when there is no terminal to prompt on');
  return promptPassword('Password (at least 10 characters)');
}

/** Runs `work`, or only previews its result with --dry-run. */
export const writeOrPreview = <T>(ctx: Ctx, options: WriteOptions, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  options.dryRun ? dryRun(ctx, work) : work(ctx);

/** Reports what was done to a user and prints the user. */
export function printUser(options: WriteOptions, { msg, item }: { msg: string; item: ListedUser }): undefined {
  const text = options.dryRun ? `${msg.replace(/\.$/, '')} (dry run: nothing saved)` : msg;
  printNote(sentence(`${item.email}: ${text}`));
  print(options, item, toRows(userColumns, [item]));
}

/** The ID of the user with this email address; a part of the address is not enough. */
export const userId = (ctx: Ctx, user: string): Promise<string> =>
  getId(user, { what: 'user', find: (number) => listUsersByName(ctx, { number }) });

export type ShownUser = Omit<
  ListedUser,
  'active' | 'revision' | 'hasPassword' | 'invitedUntil' | 'secondFactor' | 'emailRefused'
> &
  Partial<Pick<ListedUser, 'active' | 'hasPassword' | 'invitedUntil' | 'secondFactor' | 'emailRefused'>>;

/** The columns of the command line's lists of users. */
export const userColumns: Columns<ShownUser> = {
  email: (user) => user.email,
  name: (user) => user.name,
  role: (user) => user.role,
  shop: (user) => user.shop?.name,
  flags: (user) =>
    [
      ...(user.viewOnly ? ['view-only'] : []),
      ...(user.superAdmin ? ['super admin'] : []),
      ...(user.superRole ? [`super role ${user.superRole}`] : []),
      ...user.grants,
    ].join(', '),
  active: (user) => ((user.active ?? true) ? 'yes' : 'no'),
  invited: (user) => (user.hasPassword === false ? (moment(user.invitedUntil) ?? 'no link') : ''),
  id: (user) => user._id,
  secondFactor: (user) => (user.secondFactor ? 'yes' : 'no'),
};
