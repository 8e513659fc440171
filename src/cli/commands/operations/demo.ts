import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { systemClock } from '../../../domain/kernel/context.js';
import { demoAccounts, demoPassword, hasDemoAccounts } from '../../../domain/operations/demo/accounts.js';
import { makeDemo } from '../../../domain/operations/demo/make-demo.js';
import { connectSalesSystem } from '../../../domain/operations/demo/sales-system/connect.js';
import type { SalesSystem } from '../../../domain/operations/demo/sales-system/server.js';
import { getOutside, openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { parseNumber } from '../../numbers.js';
import { printNote } from '../../output.js';
import { cliLogger, fail, UsageError } from '../../run.js';
import { iKnow, serve, type ServeOptions } from './serve.js';
import { packageFolder } from '../../../package.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

const fixture = async (name: string): Promise<unknown> =>
  parseOwnJson(await readFile(new URL(`fixtures/${name}`, packageFolder), 'utf8'));

/** `shedworks demo`: sets up the demo company with a year of its work, then serves it. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('Create a demo company with a year of orders, invoices and payments, and serve it')
    .option('--host <host>', 'address to listen on (HOST)')
    .option(...iKnow)
    .option('--no-serve', 'create the demo without serving it')
    .option('--months <months>', 'months of history to create, 0 to 24', readMonths, 12)
    .action(async (options: ServeOptions & { serve: boolean; months: number }) => {
      try {
        const place = await openPlace(options);
        let sales: SalesSystem | null = null;
        try {
          await refuseOwnCompany(place);
          const isNew = await prepare(place, options.months);
          if (!options.iKnow) sales = await connectSales(place, isNew && options.months > 0);
        } catch (error) {
          await place.close();
          throw error;
        }
        if (!options.serve) {
          await sales?.stop();
          return await place.close();
        }
        try {
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
        } finally {
          await sales?.stop();
        }
      } catch (error) {
        fail(error);
      }
    });
}

/**
 * Opens the installation. Its sources may reach this machine, where the demo's sales system runs, unless others may
 * sign in.
 */
async function openPlace({ iKnow: isOpen = false }: ServeOptions): Promise<Installation> {
  const place = await openInstallation({ onNotice: printNote, keep: true });
  return isOpen ? place : { ...place, config: { ...place.config, SOURCE_PRIVATE_ADDRESSES: true } };
}

const getBase = ({ db }: Installation) =>
  ({ db, clock: systemClock, logger: cliLogger, via: 'cli', requestId: randomUUID() }) as const;

const connectSales = (place: Installation, isWanted: boolean): Promise<SalesSystem | null> =>
  connectSalesSystem({ ...getBase(place), outside: getOutside(place) }, { isWanted, print: printNote });

async function prepare(place: Installation, months: number): Promise<boolean> {
  const parts = { company: await fixture('demo-company.json'), feed: await fixture('feed-demo.json'), months };
  return makeDemo(getBase(place), parts, printNote);
}

function readMonths(text: string): number {
  const months = parseNumber(text);
  if (Number.isInteger(months) && months >= 0 && months <= 24) return months;
  throw new UsageError(`--months: "${text}" is not a whole number from 0 to 24`);
}

/** Throws if the database has real data, which must not be mixed with the demo's company and accounts. */
async function refuseOwnCompany({ db, home }: Installation): Promise<void> {
  if (!(await db('users').where({ is_key: false }).first('id')) || (await hasDemoAccounts(db))) return;
  throw new UsageError(`${home} already holds a company. Set SHEDWORKS_HOME to another folder for the demo.`);
}
