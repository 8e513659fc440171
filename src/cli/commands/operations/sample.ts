import type { Command } from 'commander';
import { addSample, getSampleOrders, removeSample } from '../../../domain/operations/first-run/service.js';
import { print, printNote, sentence, writeJson } from '../../output.js';
import { exit, withContext, type GlobalOptions } from '../../run.js';

/** `shedworks sample add|remove|order`. */
export function registerSample(program: Command): void {
  const sample = program.command('sample').description('Try the product with a sample catalogue');
  sample
    .command('add')
    .description('Add sample items, sheds, add-ons, a shop and a dealer, and colors and rates if there are none')
    .action((options: GlobalOptions) =>
      withContext(
        options,
        async (ctx) => {
          const result = await addSample(ctx, {});
          printNote(sentence(result.msg));
          if (options.json) print(options, result, []);
          return undefined;
        },
        { company: false },
      ),
    );
  sample
    .command('remove')
    .description('Remove the sample catalogue, except records that have changed or are in use')
    .addHelpText('after', '\nExit code 3 if part of it remains; the table shows why.')
    .action((options: GlobalOptions) =>
      withContext(
        options,
        async (ctx) => {
          const result = await removeSample(ctx, {});
          if (options.json || result.kept.length > 0) print(options, result, result.kept);
          printNote(sentence(result.msg));
          return result.kept.length > 0 ? exit.refusedRows : undefined;
        },
        { company: false },
      ),
    );
  sample
    .command('order')
    .description('Print a sample order file, which matches the sample catalogue')
    .action((options: GlobalOptions) =>
      withContext(
        options,
        async (ctx) => {
          writeJson((await getSampleOrders(ctx, {})).orders, options);
          return undefined;
        },
        { company: false },
      ),
    );
}
