import http from 'node:http';
import type { Knex } from 'knex';
import pino from 'pino';
import { makePlace, start, type RunningServer } from '../../e2e/product.js';
import { startServer } from '../../src/api/server.js';
import type { Ground } from './ground.js';
import { demoPassword } from '../../src/domain/operations/demo/accounts.js';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
}
type Call = (path: string, body?: unknown) => Promise<Answer>;

/** A user signed in over HTTP, on one keep-alive connection, uncompressed. */
export interface Person {
  /** The body of a successful answer; throws on any other. */
  readonly get: (path: string) => Promise<string>;
  /** The file of a successful answer; throws on any other. */
  readonly file: (path: string) => Promise<Buffer>;
  readonly token: string;
  readonly put: Call;
  readonly post: Call;
  readonly delete: Call;
}

type WithPeople<T> = (signIn: (name: string) => Promise<Person>, address: string) => Promise<T>;

/** Demo users signed in to the built product on a filled database. */
export const withServer = <T>({ url }: Pick<Ground, 'url'>, work: WithPeople<T>): Promise<T> =>
  withProduct(url, ({ address }) => withPeople(address, work));

/** The built product in its own process, on a filled database, without a worker. */
export async function withProduct<T>(url: string, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const place = await makePlace();
  const server = await start({ ...place, env: { ...place.env, DATABASE_URL: url } }, 'serve', '--no-worker');
  try {
    return await work(server);
  } finally {
    await server.stop();
    await place.remove();
  }
}

/** The same with a server in this process, so that the benchmark sees the statements of its `reads`. */
export async function withServerHere<T>(
  { db, url, reads }: Pick<Ground, 'db' | 'url'> & { readonly reads: Knex },
  work: WithPeople<T>,
): Promise<T> {
  const logger = pino({ level: 'silent' });
  const server = await startServer({ db, url, secret: 'x'.repeat(40), logger, host: '127.0.0.1', port: 0, reads });
  try {
    return await withPeople(server.address, work);
  } finally {
    await server.stop();
  }
}

async function withPeople<T>(address: string, work: WithPeople<T>): Promise<T> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    return await work((name) => signIn(agent, Number(new URL(address).port), name), address);
  } finally {
    agent.destroy();
  }
}

async function signIn(agent: http.Agent, port: number, name: string): Promise<Person> {
  const { text } = await ask(agent, port, {})('POST', '/api/auth', {
    userName: `${name}@demo.test`,
    password: demoPassword,
  });
  const { token } = JSON.parse(text) as { token: string };
  const call = ask(agent, port, { 'x-auth-token': token });
  return {
    token,
    get: async (path) => requireOk(await call('GET', path)),
    file: async (path) => {
      const answer = await call('GET', path);
      requireOk(answer);
      return answer.bytes;
    },
    put: (path, body) => call('PUT', path, body),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** How often a call is made before it is measured: V8 optimizes code that runs often. `first-requests` measures a start. */
export const WARM_UP = 60;

/** Makes a read often enough that its time is that of a server that has run for a while. */
export async function warmUp(person: Person, path: string): Promise<void> {
  for (let n = 0; n < WARM_UP; n += 1) await person.get(path);
}

/** The text of a successful answer. */
export function requireOk({ status, text }: Answer): string {
  if (status >= 300) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return text;
}

/** Sends a request to a server on this machine over an agent's connections. A string body is sent unchanged. */
export const ask =
  (agent: http.Agent, port: number, headers: Readonly<Record<string, string>>) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers };
      const request = http.request({ agent, port, host: '127.0.0.1', method, path, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, bytes, text: bytes.toString('utf8') });
        });
      });
      request.on('error', reject);
      request.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
    });
