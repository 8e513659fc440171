import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { limit } from '../src/domain/testing/patience.js';

export const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'bin', 'shedworks.js');
export const demoPassword = 'demo-Shedworks-1';

/** A separate installation in a temporary folder, on which the built product runs as separate processes. */
export interface Place {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The Node to run it with; by default the one that runs the tests. */
  readonly node?: string;
  remove(): Promise<void>;
}

export async function makePlace(): Promise<Place> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'shedworks-e2e-'));
  await chmod(home, 0o755); // as root, PostgreSQL runs under another account
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    SHEDWORKS_HOME: path.join(home, 'data'),
    PORT: '0',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
  };
  return { home, env, remove: () => rm(home, { recursive: true, force: true }) };
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the product to its end. Standard input is closed, as under cron. */
export function shedworks(place: Place, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const options = {
      env: place.env,
      maxBuffer: 1 << 28,
      cwd: root,
      timeout: limit(60_000),
      killSignal: 'SIGKILL',
    } as const;
    const child = execFile(place.node ?? process.execPath, [bin, ...args], options, (error, stdout, stderr) => {
      if (error?.killed) reject(new Error(`shedworks ${args.join(' ')} did not end. It wrote: ${stdout}${stderr}`));
      else resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** Starts a command and ignores its output. */
export const startCommand = (place: Place, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [bin, ...args], { env: place.env, cwd: root, stdio: 'ignore' });

export interface RunningServer {
  readonly address: string;
  readonly output: readonly string[];
  readonly process: ChildProcess;
  /** Presses Ctrl+C, waits for the end, and returns the exit code; null if it was killed before. */
  stop(): Promise<number | null>;
}

/** Starts `demo` or `serve` and waits until it prints its address. */
export async function start(place: Place, ...args: string[]): Promise<RunningServer> {
  const child = spawn(place.node ?? process.execPath, [bin, ...args], {
    env: place.env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.resume();
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line);
      const address = /served at (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output.join('\n')}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    const [code] = await exit;
    return code;
  };
  return { address, output, process: child, stop };
}

/** Signs in and returns the token. */
export async function signInForToken(address: string, userName: string): Promise<string> {
  const signedIn = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: demoPassword }),
  });
  return ((await signedIn.json()) as { token: string }).token;
}

/** Signs in and returns a function that makes API calls as this user. */
export async function signInToApi(address: string, userName: string) {
  const token = await signInForToken(address, userName);
  return async <T>(method: string, url: string, body?: unknown): Promise<{ status: number; body: T }> => {
    const response = await fetch(address + url, {
      method,
      headers: { 'x-auth-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
}

/** Makes an API call as one user; throws if the answer is not JSON. */
export type Call = Awaited<ReturnType<typeof signInToApi>>;
