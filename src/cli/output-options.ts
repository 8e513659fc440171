import { type Command, InvalidArgumentError, Option } from 'commander';

/**
 * The version of what commands print with --json. Fields may be added at any time; removing a field or changing its
 * meaning requires a new version.
 */
export const JSON_VERSION = 1;

const formats = ['table', 'json', 'ndjson', 'csv'] as const;

/** The options for how commands print their results. */
export const addOutputOptions = (program: Command): Command =>
  program
    .option('--json', 'print JSON')
    .option('--csv', 'print CSV')
    .addOption(
      new Option('--output <format>', 'output format; ndjson is one line of JSON for each row').choices([...formats]),
    )
    .option('--json-version <version>', 'run only if --json prints this version of the JSON', jsonVersion)
    .option('--no-pager', 'show long tables on a terminal without a pager (PAGER)')
    .option('--quiet', 'print only errors and what needs attention');

function jsonVersion(text: string): number {
  if (text === String(JSON_VERSION)) return JSON_VERSION;
  throw new InvalidArgumentError(`This installation prints version ${JSON_VERSION}. See docs/cli-json.md.`);
}

/** The values of global options for a command, whose own option of the same name takes precedence. */
export function globalsFor(command: Command, globals: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { output } = globals;
  if (output === undefined || hasOwnOutput(command)) return globals;
  return {
    ...globals,
    json: output === 'json' || output === 'ndjson',
    ndjson: output === 'ndjson',
    csv: output === 'csv',
  };
}

const hasOwnOutput = (command: Command): boolean =>
  command.options.some((option) => option.attributeName() === 'output');

/** Gives a command the values of the global options, which are accepted in any position. */
export function passGlobals(program: Command, command: Command): void {
  const optionNames = new Set(command.options.map((option) => option.attributeName()));
  for (const [name, value] of Object.entries(globalsFor(command, program.opts())))
    if (optionNames.has(name)) command.setOptionValueWithSource(name, value, 'cli');
    else command.setOptionValue(name, value);
}
