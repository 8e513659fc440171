import { offerMenu } from './menu.js';
import { buildProgram } from './program.js';
import { exit, fail } from './run.js';

const asked = process.argv.slice(2);
const program = await buildProgram(asked[0]);

process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exit.done : exit.failed),
);

try {
  if (asked.length === 0 && isTerminal()) await offerMenu(program);
  else await program.parseAsync();
} catch (error) {
  const { code } = error as { code?: string }; // of commander, or of the system
  if (code?.startsWith('commander.')) process.exitCode = /help|version/.test(code) ? exit.done : exit.badInput;
  else fail(error);
}

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
