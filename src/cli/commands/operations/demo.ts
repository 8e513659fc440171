import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { systemActor, systemClock, type Ctx } from '../../../domain/kernel/context.js';
import {
  addDemoAccounts,
  demoAccounts,
  demoPassword,
  hasDemoAccounts,
} from '../../../domain/operations/demo/accounts.js';
import { loadCompany } from '../../../domain/operations/demo/load-company.js';
import { runMainJob } from '../../../domain/operations/demo/main-job.js';
import { runPurchasing } from '../../../domain/operations/demo/purchasing.js';
import { addWeeklyReport } from '../../../domain/operations/demo/weekly-report.js';
import { openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { printNote } from '../../output.js';
import { cliLogger, fail, UsageError } from '../../run.js';
import { iKnow, serve, type ServeOptions } from './serve.js';
import { packageFolder } from '../../../package.js';

const fixture = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`fixtures/${name}`, packageFolder), 'utf8')) as unknown;

/** `shedworks demo`: sets up the demo company with its main workflow completed, then serves it. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('Create a demo company with orders, invoices and a payment, and serve it')
    .option('--host <host>', 'address to listen on (HOST)')
    .option(...iKnow)
    .option('--no-serve', 'create the demo without serving it')
    .action(async (options: ServeOptions & { serve: boolean }) => {
      try {
        const place = await openInstallation({ onNotice: printNote, keep: true });
        try {
          await refuseOwnCompany(place);
          await prepare(place);
        } catch (error) {
          await place.close();
          throw error;
        }
        if (!options.serve) return await place.close();
        await serve(place, { ...options, worker: true }, ({ address }) => {
          printNote(
            `\nThe demo is served at ${address}\nSign in with one of these accounts (password ${demoPassword}):`,
          );
          for (const account of demoAccounts)
            printNote(
              `  ${account.userName.padEnd(24)} ${account.role}${account.shop ? `, ${account.shop}` : ''}${account.viewOnly ? ', view-only' : ''}`,
            );
          printNote('Press Ctrl+C to stop. The data is kept.');
        });
      } catch (error) {
        fail(error);
      }
    });
}

async function prepare(place: Installation): Promise<void> {
  const ctx: Ctx = {
    db: place.db,
    actor: systemActor('demo'),
    clock: systemClock,
    logger: cliLogger,
    via: 'cli',
    requestId: randomUUID(),
  };
  const hasCompany = (await place.db('companies').first('id')) !== undefined;
  if (!hasCompany) {
    const counts = await loadCompany(place.db, await fixture('demo-company.json'));
    printNote(
      `Demo company: ${counts['shops']} shops, ${counts['dealers']} dealers, ${counts['sheds']} sheds, ${counts['items']} items, ${counts['add_ons']} add-ons.`,
    );
  }
  await addDemoAccounts(ctx);
  if (!(await place.db('orders').first('id'))) await runMainJob(ctx, await fixture('feed-demo.json'), printNote);
  if (!(await place.db('vendors').first('id'))) await runPurchasing(ctx, printNote);
  await addWeeklyReport(ctx, printNote);
}

/** The demo's company and accounts must not be mixed with real data. */
async function refuseOwnCompany({ db, home }: Installation): Promise<void> {
  if (!(await db('users').first('id')) || (await hasDemoAccounts(db))) return;
  throw new UsageError(`${home} already holds a company. Set SHEDWORKS_HOME to another folder for the demo.`);
}
