import { Command } from 'commander';
import { interval, noteCommand } from './command-line.js';
import { asksJson } from './asks-json.js';
import { refuseEmptyValues } from './empty-values.js';
import { addExamples } from './examples.js';
import { addOutputOptions, passGlobals } from './output-options.js';
import { UsageError } from './usage-error.js';
import { version } from '../domain/kernel/platform/version.js';

type Register = (program: Command) => void;

/** Where each area of commands is registered, in the order of the help. */
const areas: Readonly<Record<string, () => Promise<Register>>> = {
  serve: () => import('./commands/operations/serve.js').then((m) => m.registerServe),
  demo: () => import('./commands/operations/demo.js').then((m) => m.registerDemo),
  sample: () => import('./commands/operations/sample.js').then((m) => m.registerSample),
  migrate: () => import('./commands/operations/migrate.js').then((m) => m.registerMigrate),
  backup: () => import('./commands/operations/backup.js').then((m) => m.registerBackup),
  orders: () => import('./commands/orders/orders.js').then((m) => m.registerOrders),
  catalogue: () => import('./commands/catalogue/catalogue.js').then((m) => m.registerCatalogue),
  export: () => import('./commands/imports/export.js').then((m) => m.registerExport),
  imports: () => import('./commands/imports/imports.js').then((m) => m.registerImports),
  proposals: () => import('./commands/imports/proposals.js').then((m) => m.registerProposals),
  sources: () => import('./commands/imports/sources.js').then((m) => m.registerSources),
  invoices: () => import('./commands/billing/invoices.js').then((m) => m.registerInvoices),
  corrections: () => import('./commands/billing/corrections.js').then((m) => m.registerCorrections),
  repairs: () => import('./commands/billing/repairs.js').then((m) => m.registerRepairs),
  inventory: () => import('./commands/purchasing/inventory.js').then((m) => m.registerInventory),
  payments: () => import('./commands/billing/payments.js').then((m) => m.registerPayments),
  price: () => import('./commands/catalogue/price.js').then((m) => m.registerPrice),
  prices: () => import('./commands/catalogue/prices.js').then((m) => m.registerPrices),
  reports: () => import('./commands/reporting/reports.js').then((m) => m.registerReports),
  schedules: () => import('./commands/reporting/schedules.js').then((m) => m.registerSchedules),
  customers: () => import('./commands/operations/customers.js').then((m) => m.registerCustomers),
  trail: () => import('./commands/reporting/trail.js').then((m) => m.registerTrail),
  jobs: () => import('./commands/operations/jobs.js').then((m) => m.registerJobs),
  outbox: () => import('./commands/messaging/outbox.js').then((m) => m.registerOutbox),
  tickets: () => import('./commands/messaging/tickets.js').then((m) => m.registerTickets),
  logs: () => import('./commands/operations/logs.js').then((m) => m.registerLogs),
  requests: () => import('./commands/operations/requests.js').then((m) => m.registerRequests),
  runs: () => import('./commands/operations/runs.js').then((m) => m.registerRuns),
  webhooks: () => import('./commands/operations/webhooks.js').then((m) => m.registerWebhooks),
  company: () => import('./commands/company/company.js').then((m) => m.registerCompany),
  config: () => import('./commands/company/config.js').then((m) => m.registerConfig),
  users: () => import('./commands/company/users.js').then((m) => m.registerUsers),
  keys: () => import('./commands/company/keys.js').then((m) => m.registerKeys),
  sso: () => import('./commands/company/sso.js').then((m) => m.registerSso),
  'access-log': () => import('./commands/company/access-log.js').then((m) => m.registerAccessLog),
  api: () => import('./commands/operations/api.js').then((m) => m.registerApi),
  sql: () => import('./commands/operations/sql.js').then((m) => m.registerSql),
  completion: () => import('./commands/operations/completion.js').then((m) => m.registerCompletion),
  status: () => import('./commands/operations/status.js').then((m) => m.registerStatus),
  doctor: () => import('./commands/operations/doctor.js').then((m) => m.registerDoctor),
};

/** Whether errors are printed as JSON instead, after the command line has ended. */
const silence = (program: Command): Command =>
  program.configureOutput({ writeErr: () => undefined }).showHelpAfterError(false);

/** Makes `help orders import` describe that command; by itself, commander describes only its area. */
const addHelp = (program: Command): Command =>
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('Show the help of a command')
    .action((words: readonly string[]) => {
      let command = program;
      for (const word of words) {
        const next = command.commands.find((one) => one.name() === word);
        if (!next) throw new UsageError(`"${words.join(' ')}" is not a command; shedworks --help lists them`);
        command = next;
      }
      command.help();
    });

/** The functions that register each area of commands. */
export const allCommands = (): Promise<Register[]> => Promise.all(Object.values(areas).map((load) => load()));

/**
 * The product's commands. Loads only the area that the first word names, so that a cron job does not load unused
 * code; otherwise all areas.
 */
export async function buildProgram(area?: string): Promise<Command> {
  const program = addOutputOptions(
    new Command('shedworks').description('The back office for companies that build sheds.').version(version),
  )
    .option('--as <user>', 'act as this user (email); defaults to the system, recorded as "cli"')
    .option('--env-file <file>', 'environment file (SHEDWORKS_ENV_FILE); defaults to shedworks.env in the home folder')
    .option('--record', 'record this run; the default without a terminal (SHEDWORKS_RUN_RECORD)')
    .option('--no-record', 'do not record this run')
    .option(
      '--expect-every <interval>',
      'record this run, and notify its owner when this command fails or does not run for this long, such as 30m, 12h, 1d or 1w',
      interval,
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help to see how to use this command)');
  if (asksJson()) silence(program);

  const one = area !== undefined && area !== 'completion' && Object.hasOwn(areas, area) ? areas[area] : undefined;
  for (const register of one ? [await one()] : await allCommands()) register(program);

  if (area === 'help') addHelp(program);
  addExamples(program);

  /** Lets every command accept the global options too, in any position, and refuses empty values. */
  program.hook('preAction', (_program, command) => {
    refuseEmptyValues(command);
    passGlobals(program, command);
    noteCommand(command, program.opts());
  });
  return program;
}
