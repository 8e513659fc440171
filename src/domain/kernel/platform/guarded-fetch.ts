import http from 'node:http';
import https from 'node:https';
import { findAddressFault, ForbiddenAddress, guardedLookup, type Resolve } from './public-address.js';

interface Guard {
  readonly allowsPrivate: boolean;
  readonly resolve: Resolve;
}

interface RequestOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The parameters of `fetch`. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = 1_000_000;

/**
 * A `fetch` for addresses that another system supplies. Each is checked as written and again as resolved, and the
 * connection goes to the checked IP address. Redirects are not followed. Throws for an answer of more than 1 MB.
 */
export const guardedFetch =
  ({ allowsPrivate, resolve }: Guard) =>
  async (address: string, { method = 'GET', headers = {}, body, signal }: RequestOptions = {}): Promise<Response> => {
    const fault = findAddressFault(address, allowsPrivate);
    if (fault !== null) throw new ForbiddenAddress(fault);
    const url = new URL(address);
    const { request } = url.protocol === 'https:' ? https : http;
    const lookup = guardedLookup(url, allowsPrivate, resolve);
    const content = new Response(body as ConstructorParameters<typeof Response>[0]); // its types declare less than it accepts
    const requestBody = Buffer.from(await content.arrayBuffer());
    const answer = await new Promise<http.IncomingMessage>((resolve, fail) => {
      const options = { method, headers: { ...headers, 'accept-encoding': 'identity' }, lookup, agent: false };
      const call = request(url, signal ? { ...options, signal } : options, resolve);
      call.on('error', fail);
      call.end(requestBody);
    });
    const text = await readAll(answer);
    const status = answer.statusCode ?? 502;
    const type = answer.headers['content-type'] ?? '';
    return new Response(status === 204 || status === 304 ? null : text, {
      status,
      headers: { 'content-type': type },
    });
  };

async function readAll(answer: http.IncomingMessage): Promise<string> {
  const body: AsyncIterable<Buffer> = answer; // without an encoding, a stream of bytes
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes <= MOST_BYTES) continue;
    answer.destroy();
    throw new Error('the response is larger than 1 MB');
  }
  return Buffer.concat(pieces).toString('utf8');
}
