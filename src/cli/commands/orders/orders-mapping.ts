import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { toInput } from '../../given.js';
import { getMapping, updateMapping } from '../../../domain/imports/order-files/mapping.js';
import { readJson } from '../../files.js';
import { print, printNote, toRows } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';

interface MappingOptions extends GlobalOptions {
  readonly set?: string;
  readonly forget?: boolean;
}

/** `shedworks orders mapping`: column mappings for uploads in other formats. */
export function registerMapping(orders: Command): void {
  orders
    .command('mapping')
    .description('Show or set the mapping for uploads in other formats')
    .option('--set <file>', 'JSON file that maps Shedworks fields to paths')
    .option('--forget', 'delete the mapping')
    .action((options: MappingOptions) => withContext(options, (ctx) => remember(ctx, options)));
}

async function remember(ctx: Ctx, options: MappingOptions): Promise<undefined> {
  if (options.forget && options.set !== undefined) throw new UsageError('--forget: cannot be combined with --set');
  if (options.forget) printNote((await updateMapping(ctx, { mapping: null })).msg);
  if (options.set !== undefined)
    printNote((await updateMapping(ctx, { mapping: toInput(await readJson(options.set)) })).msg);
  const { mapping } = await getMapping(ctx, {});
  const columns = { field: ([field]: readonly string[]) => field, path: ([, path]: readonly string[]) => path };
  print(options, mapping, toRows(columns, Object.entries(mapping ?? {})));
  return undefined;
}
