import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getImport, listImports } from '../../../domain/imports/history.js';
import { undoImport } from '../../../domain/imports/undo.js';
import { dryRun } from '../../dry-run.js';
import { moment } from '../../moments.js';
import { print, printNote, toRows } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';

/** `shedworks imports list|show|undo`. */
export function registerImports(program: Command): void {
  const imports = program.command('imports').description('Show and undo imports');
  withPages(imports.command('list'), 50)
    .description('List imports, newest first')
    .action((options: GlobalOptions & PageOptions) =>
      withContext(options, async (ctx) => {
        await printList(ctx, options, (on, page) => listImports(on, { ...page }), {
          id: (i) => i._id,
          at: (i) => moment(i.at),
          by: (i) => i.by,
          file: (i) => i.fileName,
          kind: (i) => i.kind,
          rows: (i) =>
            Object.entries(i.counts)
              .flatMap(([word, n]) => (n > 0 ? `${n} ${word}` : []))
              .join(', '),
          undone: (i) => i.undoneBy,
        });
        return undefined;
      }),
    );
  imports
    .command('show <id>')
    .description('Show one import with its skipped and refused rows')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const record = await getImport(ctx, { id });
        print(
          options,
          record,
          toRows(
            {
              row: (r) => r.index + 1,
              serial: (r) => r.serialNumber,
              state: (r) => r.state,
              reason: (r) => r.reason,
            },
            record.report,
          ),
        );
        for (const { name, why } of record.inTheWay) printNote(`Cannot undo because: ${name} ${why}.`);
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
        const result = options.dryRun
          ? { ...(await dryRun(ctx, undo)), msg: 'It can be undone. Nothing was changed (dry run).' }
          : await undo(ctx);
        printNote(result.msg);
        if (options.json) print(options, result, []);
        return undefined;
      }),
    );
}
