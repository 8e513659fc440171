import { execFile } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import pino from 'pino';
import { withServer } from './lib/client.js';
import { type Ground, runOnData } from './lib/ground.js';
import { createKey } from '../src/domain/company/keys/service.js';
import { systemActor, systemClock } from '../src/domain/kernel/context.js';
import { newId } from '../src/domain/kernel/ids.js';
import { checkBound, median, report } from './lib/measure.js';

const REQUESTS = 10_000;
const TIMES = 5;
const PATH = '/api/version';

/**
 * CPU time per request that does no work (routing, token, user, headers), against Node's bare server with an answer of
 * the same length. It limits the requests per second.
 */
export async function run(): Promise<boolean> {
  return runOnData('company', (ground) =>
    withServer(ground, async (signIn, address) => {
      const { get, token } = await signIn('office.user');
      const answer = await get(PATH);
      const plainServer = http.createServer((_, response) => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('content-length', Buffer.byteLength(answer));
        response.end(answer);
      });
      await new Promise<void>((resolve) => plainServer.listen(0, '127.0.0.1', resolve));
      const ports = [(plainServer.address() as AddressInfo).port, Number(new URL(address).port)];
      const costs: [number[], number[]] = [[], []];
      for (let n = 0; n <= TIMES; n += 1)
        for (const [which, port] of ports.entries()) {
          const cost = await readCpu(port, token);
          if (n > 0) costs[which]?.push(cost); // the first round is a warm-up
        }
      plainServer.close();
      const isLight = report('a request: routing, token, user; CPU', median(costs[0]), median(costs[1]), 4);
      const me = await readCpu(ports[1] ?? 0, token, REQUESTS, '/api/auth');
      checkBound('who am I (GET /api/auth); CPU in microseconds', me * 1000, 200, 'µs', true);
      return (await compareKey(ground, address, token)) && isLight;
    }),
  );
}

/** The same request with an API key instead of a session. */
async function compareKey({ db }: Pick<Ground, 'db'>, address: string, token: string): Promise<boolean> {
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
  const port = Number(new URL(address).port);
  const costs: [number[], number[]] = [[], []];
  for (let n = 0; n <= TIMES; n += 1)
    for (const [which, credential] of [token, key].entries()) {
      const cost = await readCpu(port, credential, REQUESTS / 2); // a key makes at most 60,000 calls a minute
      if (n > 0) costs[which]?.push(cost);
    }
  return report('a request with a key, against a session; CPU', median(costs[0]), median(costs[1]), 1.1);
}

/** The CPU time in milliseconds that this process spends on a request. */
async function readCpu(port: number, token: string, requests = REQUESTS, path = PATH): Promise<number> {
  const before = process.cpuUsage();
  await promisify(execFile)(process.execPath, ['bench/requests-child.mjs', `${port}`, path, token, `${requests}`]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / requests;
}
