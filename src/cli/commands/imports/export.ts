import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Argument, Option, type Command } from 'commander';
import { dataExports, NEXT_SINCE } from '../../../domain/imports/data-exports/service.js';
import {
  type ExportFormat,
  exportFormats,
  type ExportName,
  exportSets,
} from '../../../domain/imports/data-exports/sets.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getOutFormat } from '../../out-format.js';
import { printNote, writeJson } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';

interface ExportOptions extends GlobalOptions {
  readonly updatedSince?: string;
  readonly output?: ExportFormat;
  readonly out?: string;
}

/** `shedworks export orders|lines|invoices|payments|movements`: records for other systems. */
export function registerExport(program: Command): void {
  program
    .command('export')
    .description('Export all records of one kind for another system, or only those changed since a given time')
    .addArgument(new Argument('<records>', 'what to export').choices(Object.keys(exportSets)))
    .option('--updated-since <time>', 'only records changed at or after this time, such as 2026-03-02T08:30:00Z')
    .addOption(new Option('--output <format>', 'format; that of --out, otherwise ndjson').choices([...exportFormats]))
    .option('--out <file>', 'file to write: .ndjson or .csv; standard output by default')
    .addHelpText('after', '\nThe time for the next --updated-since is printed at the end.')
    .action((name: ExportName, options: ExportOptions) => withContext(options, (ctx) => run(ctx, name, options)));
}

async function run(ctx: Ctx, name: ExportName, options: ExportOptions) {
  const { updatedSince, out, json, quiet } = options;
  const format = readFormat(options);
  if (json && out === undefined)
    throw new UsageError('--json: add --out, because the records are not a single JSON value');
  const file = await dataExports[name][format](ctx, updatedSince === undefined ? {} : { updatedSince });
  if (out === undefined) await pipeline(file.content, process.stdout, { end: false });
  else await writeWhole(file.content, out);
  const nextSince = file.headers?.[NEXT_SINCE];
  if (json) writeJson({ export: name, file: out && path.resolve(out), nextSince });
  else if (!quiet) printNote(`Next time: --updated-since ${nextSince}`);
  return undefined;
}

function readFormat({ output, csv, out }: ExportOptions): ExportFormat {
  const outFormat = out === undefined ? undefined : getOutFormat(out, exportFormats);
  const format = output ?? (csv ? 'csv' : (outFormat ?? 'ndjson'));
  if (!exportFormats.includes(format)) throw new UsageError(`--output: must be ${exportFormats.join(' or ')}`);
  if (csv && format !== 'csv') throw new UsageError('--csv: cannot be combined with --output ndjson');
  if (outFormat !== undefined && outFormat !== format) throw new UsageError(`--out: ${out} must end in .${format}`);
  return format;
}
