import { CommanderError } from 'commander';
import { asksJson } from '../asks-json.js';
import { offerMenu } from './menu.js';
import { buildProgram } from '../program.js';
import { exit, fail } from '../run.js';
import { findOutputFault, watchOutput } from '../standard-output.js';
import { UsageError } from '../usage-error.js';

/** Runs the command line of this process to its end, and sets the exit code. */
export async function start(): Promise<void> {
  const words = process.argv.slice(2);
  const program = await buildProgram(words[0]);
  watchOutput();
  try {
    if (words.length === 0 && isTerminal()) await offerMenu(program);
    else await program.parseAsync();
    const outputFault = await findOutputFault();
    if (outputFault && !process.exitCode) fail(outputFault); // of a command without a run
  } catch (error) {
    if (!(error instanceof CommanderError)) fail(error);
    else if (error.exitCode === 0) process.exitCode = exit.done;
    else if (asksJson()) fail(new UsageError(toSentence(error)));
    else process.exitCode = exit.badInput; // commander has printed it
  }
}

const toSentence = ({ code, message }: CommanderError): string =>
  code === 'commander.help' ? 'enter a command; --help lists them' : message.replace(/^error: /, '');

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
