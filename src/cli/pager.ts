import { spawnSync } from 'node:child_process';

/** Shows text on a terminal, in the pager of PAGER, or else `less`, if it has more lines than the window. */
export function showPaged(text: string, isWanted: boolean | undefined): void {
  if (isWanted === false || !isLong(text) || !page(text)) process.stdout.write(text);
}

const isLong = (text: string): boolean =>
  process.stdout.isTTY && process.stdin.isTTY && text.split('\n').length > process.stdout.rows;

/** Returns whether a pager showed it. */
function page(text: string): boolean {
  const program = process.env['PAGER'] ?? 'less';
  if (program === '' || program === 'cat') return false;
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore); // Ctrl+C belongs to the pager, which would stay behind without this process
  const env = { LESS: 'FRSX', ...process.env };
  const { status } = spawnSync(program, { input: text, stdio: ['pipe', 'inherit', 'inherit'], shell: true, env });
  process.off('SIGINT', ignore);
  return status !== NOT_FOUND;
}

/** The exit code of a shell for a program that does not exist. */
const NOT_FOUND = 127;
