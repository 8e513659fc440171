import http from 'node:http';
import pino from 'pino';
import { startServer } from '../src/api/server.js';
import type { Ctx } from '../src/domain/context.js';
import { addDemoAccounts, demoPassword } from '../src/domain/demo/accounts.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}
type Call = (path: string, body?: unknown) => Promise<Answer>;

/** Somebody signed in over HTTP, on one kept connection, uncompressed. */
export interface Person {
  /** The body of a 200; throws on anything else. */
  readonly get: (path: string) => Promise<string>;
  readonly put: Call;
  readonly post: Call;
}

/** The product's server over a filled database, and people of the demo signed in to it. */
export async function withServer<T>(
  { ctx, url }: { readonly ctx: Ctx; readonly url: string },
  work: (signIn: (name: string) => Promise<Person>) => Promise<T>,
): Promise<T> {
  await addDemoAccounts(ctx);
  const logger = pino({ level: 'silent' });
  const options = { db: ctx.db, url, secret: 'x'.repeat(40), logger, host: '127.0.0.1', port: 0 };
  const server = await startServer(options);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    return await work((name) => signIn(agent, server.port, name));
  } finally {
    agent.destroy();
    await server.stop();
  }
}

async function signIn(agent: http.Agent, port: number, name: string): Promise<Person> {
  const open = ask(agent, port, {});
  const { text } = await open('POST', '/api/auth', { userName: `${name}@demo.test`, password: demoPassword });
  const call = ask(agent, port, { 'x-auth-token': (JSON.parse(text) as { token: string }).token });
  return {
    get: async (path) => good(await call('GET', path)),
    put: (path, body) => call('PUT', path, body),
    post: (path, body) => call('POST', path, body),
  };
}

/** The text of an answer that is no refusal. */
export function good({ status, text }: Answer): string {
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return text;
}

const ask =
  (agent: http.Agent, port: number, headers: Readonly<Record<string, string>>) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers };
      const request = http.request({ agent, port, host: '127.0.0.1', method, path, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
