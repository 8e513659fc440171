import { CommanderError, type Command } from 'commander';
import { describeCommand } from '../../command-line.js';
import { passGlobals } from '../../output-options.js';
import { buildProgram } from '../../program.js';
import { UsageError } from '../../run.js';

interface ExpectedLine {
  /** The line as runs of the command are recorded, or the beginning of it. */
  readonly line: string;
  /** The entered global options, which are not recorded. */
  readonly leftOut: readonly string[];
}

/**
 * Reads the words of a command, or one word with the whole line, without running it. The beginning of a line may end
 * with the name of an area or of an option. Throws a `UsageError` for a command, option or argument that does not exist.
 */
export async function readExpectedLine(words: readonly string[]): Promise<ExpectedLine> {
  const [first, ...others] = words.length === 1 ? splitWords(words[0] ?? '') : words;
  const args = first === 'shedworks' ? others : [first ?? '', ...others];
  const program = await buildProgram(args[0]);
  const command = parse(program, args);
  if (command === null) return { line: args.join(' '), leftOut: [] };
  passGlobals(program, command);
  const { as } = program.opts<{ as?: string }>();
  const leftOut = program.options.filter(
    (option) =>
      option.attributeName() !== 'as' &&
      program.getOptionValueSource(option.attributeName()) === 'cli' &&
      !command.options.some((own) => own.attributeName() === option.attributeName()),
  );
  const line = command === program ? '' : describeCommand(command, as).line;
  return { line, leftOut: leftOut.map(({ long, short }) => long ?? short ?? '') };
}

/** The command that the arguments name, with its options; null if the value of the last option is missing. */
function parse(program: Command, args: readonly string[]): Command | null {
  try {
    return findCommand(program, { operands: [], unknown: [...args] });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.optionMissingArgument') return null;
    throw new UsageError(error.message.replace(/^error: /, ''));
  }
}

/** Parses like the command line: the options of a command first, then its next word. */
function findCommand(command: Command, { operands: before, unknown }: ReturnType<Command['parseOptions']>): Command {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  const parsed = command.parseOptions(unknown);
  const operands = [...before, ...parsed.operands];
  const [name, ...rest] = operands;
  const next = command.commands.find((one) => one.name() === name || one.aliases().includes(name ?? ''));
  if (next) return findCommand(next, { operands: rest, unknown: parsed.unknown });
  const [option] = parsed.unknown;
  if (option !== undefined) throw new UsageError(`unknown option "${option}"`);
  if (command.commands.length > 0 && name !== undefined) throw new UsageError(`unknown command "${name}"`);
  const isVariadic = command.registeredArguments.some(({ variadic }) => variadic);
  if (command.commands.length === 0 && !isVariadic && operands.length > command.registeredArguments.length)
    throw new UsageError(`unknown argument "${operands[command.registeredArguments.length]}"`);
  command.args = operands;
  return command;
}

/** The words of a line as a shell reads them. */
const splitWords = (line: string): string[] =>
  Array.from(line.matchAll(/(?:[^\s'"\\]|\\.|'[^']*'|"[^"]*")+/g), ([word]) =>
    word.replaceAll(
      /\\(.)|'([^']*)'|"([^"]*)"/g,
      (_, ...groups: (string | undefined)[]) => groups.slice(0, 3).find((group) => group !== undefined) ?? '',
    ),
  );
