import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { getErrorCode } from '../../objects.js';

/** The operating-system account that runs PostgreSQL's programs. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** A failure of the embedded database, described for the person at the terminal. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
}

const execute = promisify(execFile);

/** Runs one of PostgreSQL's programs to completion as the given account (null for ours); returns its output. */
export async function runAs(account: Account | null, cwd: string, program: string, args: string[]): Promise<string> {
  return (await execute(program, args, { ...credentials(account), cwd, env: programEnv() })).stdout;
}

export const credentials = (account: Account | null): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {};

/** Forces English messages and drops settings for any other PostgreSQL on this machine. */
export function programEnv(): NodeJS.ProcessEnv {
  const otherVariables = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(otherVariables), LC_ALL: 'C' };
}

/** The account to run PostgreSQL as if we are root, which PostgreSQL refuses; null if we are not root. */
export function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accountList = accounts();
  const account = ['postgres', 'nobody']
    .map((name) => accountList.find((account) => account.name === name))
    .find(Boolean);
  if (!account)
    throw new PostgresError('PostgreSQL cannot run as root, and there is no account "postgres" or "nobody".');
  return account;
}

export const toPostgresAccount = (uid: number, gid: number): Account =>
  accounts().find((account) => account.uid === uid) ?? { name: `uid ${uid}`, uid, gid };

function accounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/**
 * Distinguishes a process from a later one with the same pid: by its start time if the system shows it (Linux),
 * otherwise only by whether it is alive. Null if the process does not exist or is a zombie.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  const stat = await processStat(pid);
  if (!stat) return `${pid}`;
  return 'ZX'.includes(stat.state) ? null : `${pid}@${stat.startedAt}`;
}

/**
 * Whether this process is the server of the data folder, rather than another one that got the same pid after a
 * restart.
 */
export async function isServerFor(data: string, pid: number): Promise<boolean> {
  if (!(await processIdentity(pid))) return false;
  const name = (await processStat(pid))?.name ?? (await nameFromPs(pid));
  if (name !== undefined && !/postgres/.test(name)) return false;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === undefined || cwd === (await realpath(data).catch(() => data)); // the system shows it without links
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}

async function processStat(pid: number): Promise<{ name: string; state: string; startedAt: string } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
  const fields = rest?.split(' ') ?? [];
  return name === undefined ? null : { name, state: fields[0] ?? '', startedAt: fields[19] ?? '' };
}

async function nameFromPs(pid: number): Promise<string | undefined> {
  const commandName = await execute('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => undefined);
  return commandName?.stdout;
}
