import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A program that a test puts in front of the product, such as a proxy. */
interface Program {
  readonly command: string;
  /** Its settings. Its other files belong in `folder`. */
  readonly config: (port: number, folder: string) => string;
  /** The command line that starts it with its settings in `file`. */
  readonly args: (file: string, folder: string) => readonly string[];
}

/**
 * Starts a program until the test is over. Resolves with the port of 127.0.0.1 where it answers, rejects if it ends.
 */
export async function startProgram({ command, config, args }: Program): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-program-'));
  chmodSync(folder, 0o755); // PgBouncer refuses to run as root, so it runs under another account
  const port = await findFreePort();
  const file = path.join(folder, 'settings');
  writeFileSync(file, config(port, folder));
  const child = spawn(command, args(file, folder), { stdio: 'ignore' });
  onTestFinished(() => end(child, folder));
  await listens(port, command, child);
  return port;
}

export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGINT')) await exit;
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves when a port accepts connections; rejects if its program has ended. */
function listens(port: number, command: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)));
    const attempt = (): void => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', () => setTimeout(attempt, 20));
    };
    attempt();
  });
}
