import { Command } from 'commander';
import { takeCalledCommand } from '../command-line.js';
import { addOutputOptions, passGlobals } from '../output-options.js';
import { buildProgram } from '../program.js';

interface CommandResult {
  readonly code: number;
  /** Standard output, for programs. */
  readonly out: string;
  /** Standard error, for people. */
  readonly notes: string;
}

/** Runs a command in this process like `shedworks`, without a terminal, on the database at `url`. */
export async function runCommand(
  url: string,
  register: (program: Command) => void,
  ...args: string[]
): Promise<CommandResult> {
  const program = addOutputOptions(new Command()).option('--as <user>');
  register(program);
  program.hook('preAction', (_, command) => passGlobals(program, command));
  return runProgram(url, program, args);
}

/** Runs the whole product's command line in this process, without a terminal, so that the run is recorded. */
export const runWhole = async (url: string, ...args: string[]): Promise<CommandResult> =>
  runProgram(url, await buildProgram(args[0]), args);

async function runProgram(url: string, program: Command, args: readonly string[]): Promise<CommandResult> {
  const texts = { out: '', notes: '' };
  const undo = [
    replace(process.env, 'DATABASE_URL', url),
    replace(process.stdin, 'isTTY', false),
    replace(process.stdout, 'write', (text: string | Uint8Array) => ((texts.out += String(text)), true)),
    replace(process.stderr, 'write', (text: string | Uint8Array) => ((texts.notes += String(text)), true)),
  ];
  try {
    await program.parseAsync([...args], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...texts };
  } finally {
    takeCalledCommand(); // a command that failed early leaves its name behind, which belongs to no later run
    process.exitCode = 0;
    for (const back of undo) back();
  }
}

function replace<T extends object, K extends keyof T>(place: T, name: K, value: T[K]): () => void {
  const before = Object.getOwnPropertyDescriptor(place, name);
  place[name] = value;
  return () => {
    if (before) Object.defineProperty(place, name, before);
    else Reflect.deleteProperty(place, name);
  };
}
