import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { limit } from '../src/domain/testing/patience.js';

/** Throws unless this machine has the programs (paths), and names the Debian packages to install. */
export function requirePrograms(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program));
  if (missing.length === 0) return;
  throw new Error(`This test needs programs of Debian: apt install ${missing.map(([, name]) => name).join(' ')}`);
}

const readId = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']));

/** The account of Debian's PostgreSQL, to run its programs. */
export const readPostgresAccount = () => ({ uid: readId('-u'), gid: readId('-g') });

const PATIENCE_MS = limit(180_000);

/** Asks until there is an answer, and returns it; throws after three minutes, or longer on a slow machine. */
export async function waitFor<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(200)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error(`After ${PATIENCE_MS / 1000} s there was still not ${what}.`);
}
