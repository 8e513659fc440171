import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { limit } from '../src/domain/testing/patience.js';
import { root, type Place } from './product.js';

export const keys = { ctrlC: '\u0003', down: '\u001B[B', enter: '\r' } as const;

/** A command on a terminal of its own. */
export interface TerminalCommand {
  /** What it has written so far, on one line and without colors. */
  readonly readScreen: () => string;
  readonly press: (key: string) => void;
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/** Starts a command on a terminal with 12 lines. */
export function startOnTerminal(place: Place, ...args: readonly string[]): TerminalCommand {
  const words = [process.execPath, path.join(root, 'bin', 'shedworks.js'), ...args];
  const command = `stty rows 12 cols 200; exec ${words.map((word) => `'${word}'`).join(' ')}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PAGER: 'cat', ...place.env, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: limit(60_000),
    killSignal: 'SIGKILL',
  });
  let screen = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => (screen += chunk));
  return {
    readScreen: () => stripVTControlCharacters(screen).replace(/\s+/g, ' '),
    press: (key) => void terminal.stdin.write(key),
    ended: once(terminal, 'exit').then(([code]) => Number(code ?? -1)),
  };
}
