import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getImport, listImports } from '../../../domain/imports/history-service.js';
import { undoImport } from '../../../domain/imports/undo-service.js';
import { dryRun } from '../../dry-run.js';
import { print, printNote } from '../../output.js';
import { printList, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';

/** `shedworks imports list|show|undo`. */
export function registerImports(program: Command): void {
  const imports = program.command('imports').description('Show and undo imports');
  imports
    .command('list')
    .description('List imports, newest first')
    .option('--page <n>', 'page, 1 by default; with --output ndjson, all of them')
    .option('--size <n>', 'rows per page, at most 500', '50')
    .action((options: GlobalOptions & PageOptions) =>
      withContext(options, async (ctx) => {
        await printList(
          ctx,
          options,
          (on, page) => listImports(on, { ...page }),
          (i) => ({
            id: i._id,
            at: i.at.slice(0, 16),
            by: i.by,
            file: i.fileName,
            kind: i.kind,
            rows: Object.entries(i.counts)
              .flatMap(([word, n]) => (n > 0 ? `${n} ${word}` : []))
              .join(', '),
            undone: i.undoneBy,
          }),
        );
        return undefined;
      }),
    );
  imports
    .command('show <id>')
    .description('Show one import with its skipped and refused rows')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const found = await getImport(ctx, { id });
        print(
          options,
          found,
          found.report.map((r) => ({ row: r.index + 1, serial: r.serialNumber, state: r.state, reason: r.reason })),
        );
        for (const { name, why } of found.inTheWay) printNote(`Cannot undo because: ${name} ${why}.`);
        return undefined;
      }),
    );
  imports
    .command('undo <id>')
    .description('Undo an import whose records have not changed since')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((id: string, options: GlobalOptions & { readonly dryRun?: boolean }) =>
      withContext(options, async (ctx) => {
        const undo = (inner: Ctx) => undoImport(inner, { id });
        const result = await (options.dryRun ? dryRun(ctx, undo) : undo(ctx));
        printNote(options.dryRun ? 'It can be undone. Nothing was changed (dry run).' : result.msg);
        if (options.json) print(options, result, []);
        return undefined;
      }),
    );
}
