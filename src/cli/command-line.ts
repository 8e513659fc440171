import { type Command, InvalidArgumentError, type Option } from 'commander';
import { keepValue, parseInterval } from '../domain/operations/command-runs/rules.js';

/** The command that was run: its name, and the whole line without secrets. */
export interface CalledCommand {
  readonly command: string;
  readonly line: string;
}

let calledCommand: CalledCommand | null = null;
let current: string | undefined;
let options: readonly Option[] = [];

/** The name of the command that this process runs, such as `orders push`. */
export const nameCommand = (): string | undefined => current;

/** Remembers which command is run, for the record of its run. */
export function noteCommand(command: Command, globals: Readonly<Record<string, unknown>>): void {
  current = getName(command);
  options = command.options;
  calledCommand = describeCommand(command, typeof globals['as'] === 'string' ? globals['as'] : undefined);
}

/** What the user entered for a field of the input: the option of this name, or else the field itself. */
export const nameField = (field: string): string =>
  options.find((option) => option.attributeName() === field)?.long ?? field;

/** The remembered command, only once, because a later run of this process remembers its own. Null if there is none. */
export function takeCalledCommand(): CalledCommand | null {
  const command = calledCommand;
  calledCommand = null;
  return command;
}

/**
 * A command with its arguments and its own options in the order of the help, so that equal commands yield equal
 * lines.
 */
export function describeCommand(command: Command, as?: string): CalledCommand {
  const name = getName(command);
  const words = command.args.map((word) => keepValue('', word));
  for (const option of command.options) words.push(...optionWords(command, option));
  if (as !== undefined) words.push('--as', as);
  return { command: name, line: [name, ...words.map(quote)].join(' ') };
}

const getName = (command: Command): string =>
  command.parent?.parent ? `${getName(command.parent)} ${command.name()}` : command.name();

function optionWords(command: Command, option: Option): string[] {
  const name = option.attributeName();
  if (command.getOptionValueSource(name) !== 'cli') return [];
  const value: unknown = command.getOptionValue(name);
  const flag = option.long ?? option.short ?? '';
  if (typeof value === 'boolean') return value === option.negate ? [] : [flag];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return option.negate ? [] : [flag, ...values.map((one) => keepValue(flag.replace(/^-+/, ''), String(one)))];
}

/** Quotes a word as a shell reads it. */
export const quote = (word: string): string =>
  /^[\w./:@=,%+*-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Parses an interval such as `1d` to minutes; commander reports an invalid one. */
export function interval(text: string): number {
  const minutes = parseInterval(text);
  if (minutes !== null) return minutes;
  throw new InvalidArgumentError('Enter an interval such as 30m, 12h, 1d or 1w, at least 5m.');
}
