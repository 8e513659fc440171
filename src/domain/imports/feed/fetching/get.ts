import http from 'node:http';
import https from 'node:https';
import { getErrorCode, toError } from '../../../kernel/objects.js';
import { ForbiddenAddress, guardedLookup } from '../../../kernel/platform/public-address.js';
import { addressFault, addressFaults } from './address.js';
import { SourceFailure } from './failure.js';
import type { FeedLimits } from './limits.js';

/** How to call a source. */
export interface SourceCall {
  readonly credential: string | null;
  readonly allowsPrivate: boolean;
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
}

/** The answer of a source. */
export interface SourceAnswer {
  readonly body: readonly Uint8Array[];
  /** The source's own time, if the answer has it. */
  readonly serverTime: Date | null;
}

const MOST_REDIRECTS = 3;

/**
 * Calls a source once, following redirects only within the same host, so that the credential does not leave it.
 * Throws `SourceFailure`, whose `retry` states whether to try again.
 */
export async function getOnce(start: URL, asking: SourceCall): Promise<SourceAnswer> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, asking);
    if (!('location' in answer)) return answer;
    const next = URL.canParse(answer.location, url) ? new URL(answer.location, url) : null;
    if (next?.origin !== url.origin)
      throw new SourceFailure(
        `The source redirects to another address${next ? ` (${next.host})` : ''}. Enter that address if it is the right one.`,
      );
    if (redirects >= MOST_REDIRECTS) throw new SourceFailure('The source redirects in circles.');
    url = next;
  }
}

async function ask(
  url: URL,
  { credential, allowsPrivate, limits, signal }: SourceCall,
): Promise<SourceAnswer | { location: string }> {
  const fault = addressFault(url.href, allowsPrivate);
  if (fault !== null) throw new SourceFailure(`The address ${fault}.`);
  const deadline = AbortSignal.timeout(limits.pageMs);
  try {
    const response = await send(url, credential, guardedLookup(url, allowsPrivate), {
      signal: AbortSignal.any([signal, deadline]),
      idleMs: limits.idleMs,
    });
    try {
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400 && location !== undefined) return { location };
      refuseStatus(status, response.headers['retry-after'], getServerTime(response));
      return { body: await readBody(response, limits.pageBytes), serverTime: getServerTime(response) };
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof SourceFailure ? error : getFailure(error, deadline.aborted);
  }
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly idleMs: number;
}

function send(
  url: URL,
  credential: string | null,
  lookup: http.RequestOptions['lookup'],
  { signal, idleMs }: SendOptions,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        ...{ lookup, signal, agent: false },
        headers: {
          accept: 'application/json, text/csv;q=0.9, */*;q=0.1',
          'accept-encoding': 'identity', // a compressed answer could unpack to any size
          'user-agent': 'Shedworks',
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        },
      },
      resolve,
    );
    request.setTimeout(idleMs, () => request.destroy(new IdleTooLong()));
    request.once('error', reject);
  });
}

class IdleTooLong extends Error {}

async function readBody(response: http.IncomingMessage, most: number): Promise<Uint8Array[]> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new SourceFailure(
      'The source sends compressed responses although the request does not allow them. Turn off compression at the source.',
    );
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Buffer> = response;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most)
      throw new SourceFailure(
        `A response from the source is larger than ${Math.floor(most / 1024 / 1024)} MB. Request fewer rows per page.`,
      );
    pieces.push(piece);
  }
  if (!response.complete) throw cutOff();
  return pieces;
}

const cutOff = () => new SourceFailure('A response from the source was cut off.', { retry: { afterMs: null } });

function getServerTime({ headers }: http.IncomingMessage): Date | null {
  const time = Date.parse(headers.date ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

const AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function refuseStatus(status: number, retryAfter: string | undefined, serverTime: Date | null): void {
  if (status >= 200 && status < 300 && status !== 204) return;
  if (status === 401 || status === 403)
    throw new SourceFailure(`The source refuses the credential (${status}). It may have expired: enter a new one.`);
  const isPassing = AGAIN.has(status) || status >= 500;
  const retry = isPassing ? { retry: { afterMs: readRetryAfter(retryAfter, serverTime) } } : {};
  if (status === 429) throw new SourceFailure('The source is limiting requests (429).', retry);
  if (status === 404) throw new SourceFailure('The source has nothing at this address (404). Check the address.');
  throw new SourceFailure(`The source responded with an error (${status}).`, retry);
}

/** `Retry-After` in milliseconds: seconds, or a date by the source's own clock; null if there is none. */
function readRetryAfter(text: string | undefined, serverTime: Date | null): number | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) || !serverTime ? null : Math.max(0, at - serverTime.getTime());
}

function getFailure(error: unknown, isLate: boolean): SourceFailure {
  if (error instanceof ForbiddenAddress) return new SourceFailure(`The address ${addressFaults[error.fault]}.`);
  const retry = { retry: { afterMs: null } };
  if (isLate || error instanceof IdleTooLong) return new SourceFailure('The source took too long to respond.', retry);
  const code = getErrorCode(toError(error)) ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return cutOff();
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceFailure('The host of the source was not found. Check the address.', retry);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return new SourceFailure(`The source's certificate is not valid (${code}).`);
  return new SourceFailure(`The source cannot be reached${code ? ` (${code})` : ''}.`, retry);
}
