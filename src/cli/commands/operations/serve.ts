import { Option, type Command } from 'commander';
import pino from 'pino';
import { startServer, type RunningServer } from '../../../api/server.js';
import { systemClock } from '../../../domain/kernel/context.js';
import { hasDemoAccounts } from '../../../domain/operations/demo/accounts.js';
import { startLoneWorker, startWorker, type RunningWorker } from '../../../domain/operations/jobs/worker.js';
import { sweepNameless } from '../../../domain/kernel/platform/nameless-file.js';
import { sessionSecret } from '../../../domain/kernel/platform/config.js';
import { createSupportDesk } from '../../../domain/kernel/platform/monday.js';
import { discardSetupCode, setupCode, type SetupCode } from '../../../domain/kernel/platform/setup-code.js';
import { getOutside, openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { parseNumber } from '../../numbers.js';
import { printNote } from '../../output.js';
import { fail, UsageError } from '../../run.js';

export interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly worker: boolean;
  readonly iKnow?: boolean;
}

export const iKnow = [
  '--i-know',
  'also serve other machines, although the password of the demo accounts is public',
] as const;

/** `shedworks serve` and `shedworks worker`. */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('Serve the API and the dashboard, and run a worker')
    .option('--host <host>', 'address to listen on (HOST)')
    .addOption(new Option('--port <port>', 'port to listen on (PORT)').argParser(String))
    .option('--no-worker', 'do not run jobs in this process')
    .option(...iKnow)
    .action(async (options: ServeOptions) => {
      try {
        const place = await openInstallation({ onNotice: printNote, keep: true });
        await serve(place, options, (server) => printNote(`Shedworks is served at ${server.address}`));
      } catch (error) {
        fail(error);
      }
    });
  program
    .command('worker')
    .description('Run jobs only')
    .action(async () => {
      try {
        const place = await openInstallation({ onNotice: printNote, keep: true });
        const logger = pino({ level: place.config.LOG_LEVEL });
        const outside = getOutside(place);
        const worker = await startLoneWorker({ url: place.url, db: place.db, logger, config: place.config, outside });
        printNote('The worker is running. Press Ctrl+C to stop.');
        await nextStopSignal();
        await worker.stop();
        await place.close();
      } catch (error) {
        fail(error);
      }
    });
}

/** Serves until a signal arrives, then stops in sequence: requests, jobs, connections, database. */
export async function serve(
  place: Installation,
  options: ServeOptions,
  onReady: (server: RunningServer) => void,
): Promise<void> {
  const { config } = place;
  const outside = getOutside(place);
  const logger = pino({ level: config.LOG_LEVEL });
  try {
    await refuseOpenDoor(place, options);
    await sweepNameless(systemClock.now());
    const firstRun = await getSetupCode(place);
    const server = await startServer({
      db: place.db,
      url: place.url,
      home: place.home,
      logger,
      secret: sessionSecret(config, place.home),
      outside,
      host: options.host ?? config.HOST,
      port: options.port === undefined ? config.PORT : getPort(options.port),
      metricsToken: config.METRICS_TOKEN,
      trustProxy: config.TRUST_PROXY,
      allowedHosts: config.ALLOWED_HOSTS,
      securityContacts: config.SECURITY_CONTACT,
      openDemo: options.iKnow ?? false,
      setupCode: firstRun,
      support: { desk: createSupportDesk(config), email: config.SUPPORT_EMAIL ?? null },
    });
    let worker: RunningWorker | null = null;
    try {
      worker = options.worker ? await startWorker({ url: place.url, db: place.db, logger, config, outside }) : null;
      onReady(server);
      if (firstRun) explainSetUp(server, firstRun);
      printNote(`Stopping (${await nextStopSignal()}).`);
    } finally {
      await server.stop();
      await worker?.stop();
    }
  } finally {
    await place.close();
  }
}

/** The code for the first setup, while there are no users; otherwise null, and any leftover code is deleted. */
async function getSetupCode({ home, db }: Installation): Promise<SetupCode | undefined> {
  if (!(await db('users').where({ is_key: false }).first('id'))) return setupCode(home);
  discardSetupCode(home);
  return undefined;
}

function explainSetUp({ address }: RunningServer, { text, file }: SetupCode): void {
  printNote(`\nThis installation has no users yet. Open ${address} and set it up with this code:\n\n    ${text}\n`);
  printNote(`The code works once. It is also in ${file}. For a demo company, run npm run demo instead.`);
}

const loopback = /^(127\.|::1$|localhost$)/;

async function refuseOpenDoor({ config, db }: Installation, options: ServeOptions): Promise<void> {
  const host = options.host ?? config.HOST;
  if ((loopback.test(host) && !config.TRUST_PROXY) || options.iKnow || !(await hasDemoAccounts(db))) return;
  const from = config.TRUST_PROXY ? 'behind a proxy (TRUST_PROXY)' : `on ${host}`;
  throw new UsageError(
    `The password of the demo accounts is public, so they are served on this machine only. Add --i-know to serve them ${from}.`,
  );
}

function getPort(text: string): number {
  const port = parseNumber(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new UsageError(`--port: "${text}" is not a port (0 to 65535)`);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process immediately. */
function nextStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve(signal);
      });
    }
  });
}
