import type { Command } from 'commander';
import { migrateToLatest, migrationStatus } from '../../../domain/kernel/database/database.js';
import { openInstallation } from '../../../domain/kernel/platform/installation.js';
import { print, printNote } from '../../output.js';
import { fail, type GlobalOptions } from '../../run.js';

/** `shedworks migrate`: updates the database to the newest version, or lists completed and pending migrations. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Update the database to the newest version')
    .option('--status', 'only list completed and pending migrations')
    .action(async (options: GlobalOptions & { status?: boolean }) => {
      try {
        const place = await openInstallation({ migrate: false, onNotice: printNote });
        try {
          const ran = options.status ? [] : await migrateToLatest(place.url);
          const { done, pending } = await migrationStatus(place.db);
          const rows = [
            ...done.map((name) => ({ migration: name, state: ran.includes(name) ? 'ran now' : 'done' })),
            ...pending.map((name) => ({ migration: name, state: 'to come' })),
          ];
          print(options, rows, rows);
        } finally {
          await place.close();
        }
      } catch (error) {
        fail(error);
      }
    });
}
