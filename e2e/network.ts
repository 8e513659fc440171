import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Demo } from './demo.js';

/** A request as it came as far as the network: also one that the page knows nothing of any more. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}
type Matching = (request: Passing) => boolean;

/** The way between browser and server. A test cuts it there, where no page can get past it. */
export interface Network {
  /** Where the server is for a browser behind this network. */
  readonly address: string;
  /** Whatever reached this network so far, passed on or not, in its order. */
  readonly requests: readonly Passing[];
  /** Resets the connections of these requests before the server hears of them. */
  cut(matching: Matching): void;
  /** Has the server do these, and resets their connections instead of bringing its answer. A browser tries some again by itself. */
  loseAnswers(matching: Matching): void;
  /** Keeps these back until `restore`; who has gone away by then is not waited for, and the server never hears of it. */
  hold(matching: Matching): void;
  /** Lets everything pass again. */
  restore(): void;
  close(): Promise<void>;
}

/** A network of its own for the tests of a file, whole again before each; pages take its address as their `baseURL`. */
export function useNetwork(demo: Demo): Network {
  const network = {} as Network;
  beforeAll(async () => void Object.assign(network, await startNetwork(() => demo.server.address)));
  afterEach(() => network.restore());
  afterAll(() => network.close());
  return network;
}

const nothing: Matching = () => false;

async function startNetwork(target: () => string): Promise<Network> {
  const requests: Passing[] = [];
  const way = {
    cut: nothing,
    held: nothing,
    unanswered: nothing,
    restored: Promise.resolve(),
    restore: () => {},
  };
  const server = http.createServer((request, response) => void pass(request, response));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const passing = { method, path: url, key: request.headers['idempotency-key'] as string | undefined };
    requests.push(passing);
    if (way.cut(passing)) return void request.socket.resetAndDestroy();
    if (way.held(passing)) await way.restored;
    if (request.socket.destroyed) return;
    forward(target(), request, response, way.unanswered(passing));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const restore = (): void => {
    way.restore();
    Object.assign(way, { cut: nothing, held: nothing, unanswered: nothing });
  };
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    cut: (matching) => void (way.cut = matching),
    loseAnswers: (matching) => void (way.unanswered = matching),
    hold: (matching) => {
      way.restored = new Promise((resolve) => (way.restore = resolve));
      way.held = matching;
    },
    restore,
    close: async () => {
      restore();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends a request on as it came, and its answer back; a lost answer is awaited, so that the server has done its part. */
function forward(target: string, request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
  const { method, headers } = request;
  const onward = http.request(new URL(request.url ?? '/', target), { method, headers, agent: false });
  onward.on('response', (answer) => {
    if (isLost) return void answer.resume().on('end', () => request.socket.resetAndDestroy());
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => request.socket.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
