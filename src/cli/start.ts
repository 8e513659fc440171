import { CommanderError } from 'commander';
import { offerMenu } from './menu.js';
import { buildProgram } from './program.js';
import { exit, fail } from './run.js';

/** Runs the command line of this process to its end, and sets the exit code. */
export async function start(): Promise<void> {
  const words = process.argv.slice(2);
  const program = await buildProgram(words[0]);
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exit.done : exit.failed),
  );
  try {
    if (words.length === 0 && isTerminal()) await offerMenu(program);
    else await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exit.done : exit.badInput;
    else fail(error);
  }
}

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
