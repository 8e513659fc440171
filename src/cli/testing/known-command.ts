import type { Command } from 'commander';

/** The problem of a command line, as a sentence: an unknown command, option or argument; null if it is valid. */
export function findCommandProblem(program: Command, args: readonly string[]): string | null {
  const [command, rest] = getCommand(program, args);
  if (command.commands.length > 0) return `"${args.join(' ')}" names no command`;
  const options = [...command.options, ...program.options];
  let givenCount = 0;
  let takes = 0;
  for (const word of rest) {
    const option = word.startsWith('--') ? options.find(({ long }) => long === word) : undefined;
    if (word.startsWith('--') && !option) return `${command.name()} has no option ${word}`;
    if (option) takes = option.isBoolean() ? 0 : option.variadic ? Infinity : 1;
    else if (takes > 0) takes -= 1;
    else givenCount += 1;
  }
  const requiredCount = command.registeredArguments.filter(({ required }) => required).length;
  const most = command.registeredArguments.some(({ variadic }) => variadic)
    ? Infinity
    : command.registeredArguments.length;
  if (givenCount < requiredCount || givenCount > most)
    return `${command.name()} takes ${requiredCount} arguments, not ${givenCount}`;
  const missing = command.options.filter(({ mandatory, long }) => mandatory && !rest.includes(long ?? ''));
  return missing.length > 0 ? `${command.name()} needs ${missing.map(({ long }) => long).join(', ')}` : null;
}

function getCommand(program: Command, args: readonly string[]): [Command, readonly string[]] {
  const next = program.commands.find((one) => one.name() === args[0] || one.aliases().includes(args[0] ?? ''));
  return next ? getCommand(next, args.slice(1)) : [program, args];
}

/** Every command that performs an action, by its full name: `reports run`. */
export function getLeaves(program: Command, path: readonly string[] = []): string[] {
  return program.commands.flatMap((one) => {
    const name = [...path, one.name()];
    const below = getLeaves(one, name);
    return below.length > 0 ? below : [name.join(' ')];
  });
}
