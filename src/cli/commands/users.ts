import type { Command } from 'commander';
import { addUser } from '../../domain/access/service.js';
import { roles, type Role } from '../../domain/access/roles.js';
import { print, say } from '../output.js';
import { readText } from '../files.js';
import { askPassword } from '../prompts.js';
import { UsageError, withContext, type GlobalOptions } from '../run.js';

interface AddOptions extends GlobalOptions {
  name: string;
  role: Role;
  shop?: string;
  viewOnly?: boolean;
  superAdmin?: boolean;
  passwordFile?: string;
}

/** `shedworks users add`. */
export function registerUsers(program: Command): void {
  const users = program.command('users').description('the people who may sign in');
  users
    .command('add <email>')
    .description('add a user; the password is asked for, or read from --password-file')
    .requiredOption('--name <name>', 'how the user is called')
    .requiredOption('--role <role>', roles.join(', '))
    .option('--shop <shop>', 'name or id of the shop, for the shop roles')
    .option('--view-only', 'may change nothing')
    .option('--super-admin', 'may add shops and users')
    .option('--password-file <file>', 'a file that holds the password; - for standard input')
    .action((email: string, options: AddOptions) =>
      withContext(options, async (ctx) => {
        const password = await readPassword(options.passwordFile);
        const { name, role, shop, viewOnly = false, superAdmin = false } = options;
        const user = await addUser(ctx, { userName: email, name, role, shop, viewOnly, superAdmin, password });
        say(`${user.userName} is added as ${user.role}.`);
        print(options, user, [
          { id: user._id, email: user.userName, name: user.name, role: user.role, shop: user.shop?.name },
        ]);
        return undefined;
      }),
    );
}

async function readPassword(file: string | undefined): Promise<string> {
  if (file) return (await readText(file)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY) throw new UsageError('--password-file is required when there is no terminal to ask on');
  return askPassword('Password (at least 10 characters)');
}
