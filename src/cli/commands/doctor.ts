import type { Command } from 'commander';
import { migrationStatus } from '../../domain/database.js';
import { brokenInvariants } from '../../domain/health/invariants.js';
import { print, say } from '../output.js';
import { exit, withContext, type GlobalOptions } from '../run.js';

/** `shedworks doctor`: whether the data is sound. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that sums foot, invoices are paid once and the schema is the newest')
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const broken = await brokenInvariants(ctx.db);
        const { pending } = await migrationStatus(ctx.db);
        const findings = [
          ...broken.map(({ invariant, ids }) => ({ broken: invariant, records: ids.join(' ') })),
          ...pending.map((name) => ({ broken: 'a migration is still to come', records: name })),
        ];
        print(options, findings, findings);
        say(findings.length === 0 ? 'All is well.' : `${findings.length} findings.`);
        return findings.length === 0 ? undefined : exit.failed;
      }),
    );
}
