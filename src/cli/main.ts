import { Command } from 'commander';
import { version } from '../domain/platform/version.js';
import { registerCatalogue } from './commands/catalogue.js';
import { registerDemo } from './commands/demo.js';
import { registerDoctor } from './commands/doctor.js';
import { registerImports } from './commands/imports.js';
import { registerInvoices } from './commands/invoices.js';
import { registerMigrate } from './commands/migrate.js';
import { registerOrders } from './commands/orders.js';
import { registerPayments } from './commands/payments.js';
import { registerPrice } from './commands/price.js';
import { registerPrices } from './commands/prices.js';
import { registerRepairs } from './commands/repairs.js';
import { registerServe } from './commands/serve.js';
import { registerUsers } from './commands/users.js';
import { fail, exit } from './run.js';

const program = new Command('shedworks')
  .description('The back office of companies that build sheds.')
  .version(version)
  .option('--json', 'print JSON')
  .option('--csv', 'print CSV')
  .option('--quiet', 'print no table and no progress')
  .option('--as <user>', 'act as this user (e-mail); default: the system, audited as "cli"')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(--help shows how the command is used)');

for (const register of [
  registerServe,
  registerDemo,
  registerMigrate,
  registerOrders,
  registerCatalogue,
  registerImports,
  registerInvoices,
  registerRepairs,
  registerPayments,
  registerPrice,
  registerPrices,
  registerUsers,
  registerDoctor,
]) {
  register(program);
}
/** Every command takes the global options too, wherever they stand. */
program.hook('preAction', (_program, command) => {
  for (const [name, value] of Object.entries(program.opts())) command.setOptionValue(name, value);
});

process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exit.done : exit.failed),
);

try {
  await program.parseAsync();
} catch (error) {
  const { code } = error as { code?: string };
  if (code?.startsWith('commander.')) process.exitCode = /help|version/.test(code) ? exit.done : exit.badInput;
  else fail(error);
}
