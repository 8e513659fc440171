import { Command } from 'commander';
import { version } from '../domain/platform/version.js';
import { registerBackup } from './commands/backup.js';
import { registerCatalogue } from './commands/catalogue.js';
import { registerDemo } from './commands/demo.js';
import { registerDoctor } from './commands/doctor.js';
import { registerImports } from './commands/imports.js';
import { registerInventory } from './commands/inventory.js';
import { registerInvoices } from './commands/invoices.js';
import { registerJobs } from './commands/jobs.js';
import { registerMigrate } from './commands/migrate.js';
import { registerOrders } from './commands/orders.js';
import { registerPayments } from './commands/payments.js';
import { registerPrice } from './commands/price.js';
import { registerPrices } from './commands/prices.js';
import { registerRepairs } from './commands/repairs.js';
import { registerReports } from './commands/reports.js';
import { registerServe } from './commands/serve.js';
import { registerUsers } from './commands/users.js';

/** What registers each area of commands. */
export const commands = [
  registerServe,
  registerDemo,
  registerMigrate,
  registerBackup,
  registerOrders,
  registerCatalogue,
  registerImports,
  registerInvoices,
  registerRepairs,
  registerInventory,
  registerPayments,
  registerPrice,
  registerPrices,
  registerReports,
  registerJobs,
  registerUsers,
  registerDoctor,
] as const;

/** Every command of the product. */
export function buildProgram(): Command {
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

  for (const register of commands) register(program);

  /** Every command takes the global options too, wherever they stand. */
  program.hook('preAction', (_program, command) => {
    for (const [name, value] of Object.entries(program.opts())) command.setOptionValue(name, value);
  });
  return program;
}
