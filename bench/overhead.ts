import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pino from 'pino';
import { makePlace, signInForToken, start } from '../e2e/product.js';
import { type Ground, runOnCopy } from './lib/ground.js';
import { createKey } from '../src/domain/company/keys/service.js';
import { systemActor, systemClock } from '../src/domain/kernel/context.js';
import { newId } from '../src/domain/kernel/ids.js';
import { checkBound, median, report } from './lib/measure.js';

const REQUESTS = 20_000;
const TIMES = 5;
const PATH = '/api/version';
const USER = 'office.user@example.com';
/** The unit in which Linux counts the CPU time of a process. */
const TICK_MS = 10;

/** A server in its own process, so that its CPU time is its own. */
interface Server {
  readonly pid: number;
  readonly port: number;
}

/**
 * CPU time per request of the built product that does no work (routing, token, user, headers), against Node's bare
 * server with an answer of the same length. It limits the requests per second.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('company', async (ground) => {
    await ground.db('users').where({ user_name: 'office.user@demo.test' }).update({ user_name: USER }); // for demo accounts, each call checks where it comes from
    const place = await makePlace();
    const running = await start({ ...place, env: { ...place.env, DATABASE_URL: ground.url } }, 'serve');
    const children = [running.process];
    try {
      const product = { pid: running.process.pid ?? 0, port: Number(new URL(running.address).port) };
      const token = await signInForToken(running.address, USER);
      const answer = await fetch(running.address + PATH, { headers: { 'x-auth-token': token } });
      const plain = await startPlainServer(await answer.text(), children);
      const costs = await compareCpu([() => readCpu(plain, token), () => readCpu(product, token)]);
      const isLight = report('a request: routing, token, user; CPU', ...costs, 4);
      const me = await readCpu(product, token, REQUESTS, '/api/auth');
      checkBound('who am I (GET /api/auth); CPU in microseconds', me * 1000, 200, 'µs', true);
      return (await compareKey(ground, product, token)) && isLight;
    } finally {
      await Promise.all(children.map(stop));
      await place.remove();
    }
  });
}

async function startPlainServer(answer: string, children: ChildProcess[]): Promise<Server> {
  const child = spawn(process.execPath, ['bench/plain-server.mjs', answer], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, port: Number(port.toString()) };
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

/** The same request with an API key instead of a session. */
async function compareKey({ db }: Pick<Ground, 'db'>, product: Server, token: string): Promise<boolean> {
  const actor = systemActor('bench');
  const ctx = {
    db,
    actor,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    via: 'cli',
    requestId: newId(),
  } as const;
  const { key } = await createKey(ctx, { name: `Bench ${newId()}`, scopes: ['home.view'], rate: 60_000 });
  const calls = REQUESTS / 4; // a key makes at most 60,000 calls a minute
  const costs = await compareCpu([() => readCpu(product, token, calls), () => readCpu(product, key, calls)]);
  return report('a request with a key, against a session; CPU', ...costs, 1.1);
}

/** The medians of both costs, measured in turns. The first round is a warm-up. */
async function compareCpu(
  reads: readonly [limit: () => Promise<number>, product: () => Promise<number>],
): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []];
  for (let n = 0; n <= TIMES; n += 1)
    for (const [which, read] of reads.entries()) {
      const cost = await read();
      if (n > 0) costs[which]?.push(cost);
    }
  return [median(costs[0]), median(costs[1])];
}

/** The CPU time in milliseconds that a server spends on a request. */
async function readCpu({ pid, port }: Server, token: string, requests = REQUESTS, path = PATH): Promise<number> {
  const before = readCpuMs(pid);
  await promisify(execFile)(process.execPath, ['bench/requests-child.mjs', `${port}`, path, token, `${requests}`]);
  return (readCpuMs(pid) - before) / requests;
}

/** The CPU time of a process so far, in user mode and in the kernel. Linux only. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
