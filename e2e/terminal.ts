import { spawn } from 'node:child_process';
import path from 'node:path';
import { limit } from '../src/domain/testing/patience.js';
import { root, type Place } from './product.js';

/** A command on a terminal of its own, as a person runs it. */
export interface Terminal {
  /** Waits until the screen shows this, after what was waited for before; throws if the command ends first. */
  shows(wanted: RegExp): Promise<void>;
  type(keys: string): void;
  /** All that was shown, and the exit code. */
  end(): Promise<{ readonly code: number | null; readonly text: string }>;
}

export const CTRL_C = '\u0003';
export const ENTER = '\r';

/** Runs `shedworks` on a pseudo-terminal of 24 rows, which `script` of util-linux opens. */
export function openTerminal(place: Place, args: readonly string[], env: NodeJS.ProcessEnv = {}): Terminal {
  const words = [process.execPath, path.join(root, 'bin', 'shedworks.js'), ...args].map((word) => `'${word}'`);
  const command = `stty rows 24 cols 120; exec ${words.join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: { ...place.env, TERM: 'xterm', ...env },
    timeout: limit(60_000),
  });
  let text = '';
  let seen = 0;
  let check = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    check();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const shows = (wanted: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      check = () => {
        const found = wanted.exec(text.slice(seen));
        if (!found) return;
        seen += found.index + found[0].length;
        check = () => undefined;
        resolve();
      };
      void ended.then((code) =>
        reject(new Error(`It ended with ${String(code)} before it showed ${String(wanted)}:\n${text}`)),
      );
      check();
    });
  return {
    shows,
    type: (keys) => void child.stdin.write(keys),
    end: async () => ({ code: await ended, text }),
  };
}
