import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Demo } from './demo.js';

/** A request that reached the network, even one whose page is closed. */
export interface PassingRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}
type RequestFilter = (request: PassingRequest) => boolean;

/** The connection between browser and server. A test cuts it here, where no page can bypass the cut. */
export interface Network {
  /** The server's address for a browser behind this network. */
  readonly address: string;
  /** All requests that reached this network so far, forwarded or not, in order. */
  readonly requests: readonly PassingRequest[];
  /** Resets the connections of matching requests before they reach the server. */
  cut(matching: RequestFilter): void;
  /**
   * Lets the server handle matching requests, but resets their connections instead of returning its answer. A browser
   * retries some by itself.
   */
  loseAnswers(matching: RequestFilter): void;
  /**
   * Holds matching requests until `restore`. If the client has left by then, the request is dropped and never reaches
   * the server.
   */
  hold(matching: RequestFilter): void;
  /** Lets every request pass again. */
  restore(): void;
  close(): Promise<void>;
}

/** A separate network for the tests of a file, restored before each test. Pages use its address as their `baseURL`. */
export function useNetwork(demo: Demo): Network {
  const network = {} as Network;
  beforeAll(async () => void Object.assign(network, await startNetwork(() => demo.server.address)));
  afterEach(() => network.restore());
  afterAll(() => network.close());
  return network;
}

const matchNothing: RequestFilter = () => false;

async function startNetwork(target: () => string): Promise<Network> {
  const requests: PassingRequest[] = [];
  const way = {
    cut: matchNothing,
    held: matchNothing,
    unanswered: matchNothing,
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
    Object.assign(way, { cut: matchNothing, held: matchNothing, unanswered: matchNothing });
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
      const closing = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closing;
    },
  };
}

/**
 * Forwards a request unchanged and returns its answer. An answer that will be lost is awaited too, so that the server
 * has done its work.
 */
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
