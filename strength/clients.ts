import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword, root } from '../e2e/product.js';

const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
const GIVE_UP_MS = 20_000;
const THINKING_MS = 30;

/** One answer, or the reason there was none. */
export interface ClientAnswer {
  readonly what: string;
  readonly ms: number;
  /** 0 when no answer arrived. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** Orders of the demo's feed with new serial numbers. */
export const getOrders = (name: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({
    ...feed[n % feed.length],
    id: `${name}-${n}`,
    serialNumber: `${name}-${n}`,
  }));

/** Makes one request as a user; never throws. */
export async function request(
  address: string,
  token: string,
  what: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ClientAnswer> {
  const [method = 'GET', url = ''] = what.split(' ');
  const began = performance.now();
  const toAnswer = (more: Pick<ClientAnswer, 'status' | 'retryAfter' | 'body'>) => ({
    what,
    ms: performance.now() - began,
    ...more,
  });
  try {
    const answer = await fetch(address + url, {
      method,
      signal: AbortSignal.timeout(GIVE_UP_MS),
      headers: {
        'x-auth-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = /json/.test(answer.headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text;
    return toAnswer({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body: json });
  } catch (error) {
    return toAnswer({ status: 0, retryAfter: null, body: error });
  }
}

/** Asks a process to end, and waits until it has. */
export async function stopProcess(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, 'exit');
  process.kill('SIGTERM');
  await exit;
}

/** Signs in with a demo account; returns its token. */
export async function readToken(address: string, userName: string): Promise<string> {
  const { body } = await request(address, '', 'POST /api/auth', { userName, password: demoPassword });
  return (body as { token: string }).token;
}

export interface Crowd {
  /** Stops each client after its current request; returns all answers. */
  stop(): Promise<readonly ClientAnswer[]>;
}

type Person = (n: number) => Promise<ClientAnswer>;

/** Clients that send one request after another until they are stopped. */
export function startCrowd(people: readonly Person[]): Crowd {
  let isStopped = false;
  const answers: ClientAnswer[] = [];
  const going = people.map(async (ask) => {
    for (let n = 0; !isStopped; n += 1) {
      answers.push(await ask(n));
      await pause(THINKING_MS);
    }
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(going);
      return answers;
    },
  };
}

const officeCalls = [
  'GET /api/orders?size=50',
  'GET /api/orders/count',
  'GET /api/invoice/status/New',
  'GET /api/payment',
];
const shopCalls = [
  'GET /api/orders?size=50',
  'GET /api/auth',
  'GET /api/invoice/status/New',
  'GET /api/item/?size=100',
];

/** Clients that view the screens that office and shop users view all day. */
export const getReaders = (address: string, office: string, shop: string): readonly Person[] => {
  const going = (token: string, calls: readonly string[]): readonly Person[] =>
    calls.map((_, first) => (n) => request(address, token, calls[(n + first) % calls.length] ?? ''));
  return [...going(office, officeCalls), ...going(shop, shopCalls)];
};

/** A client that uploads orders and repeats each upload under the same key until it is answered. */
export function createUploader(address: string, office: string, name: string): Person {
  let file = 0;
  return async () => {
    const key = `${name}-${file}`;
    const answer = await request(
      address,
      office,
      'POST /api/orders',
      { orders: getOrders(key, 3) },
      {
        'idempotency-key': key,
      },
    );
    if (answer.status === 200) file += 1;
    return answer;
  };
}
