import http from 'node:http';
import https from 'node:https';
import { getErrorCode, toError } from '../../kernel/objects.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { findAddressFault, ForbiddenAddress, guardedLookup } from '../../kernel/platform/public-address.js';
import { endpointAddressFaults } from './address.js';

/** The request of one call. */
export interface Call {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of a call. */
export interface CallOutcome {
  /** The status of the answer; null if there was none. */
  readonly status: number | null;
  /** The beginning of the answer. */
  readonly answer: string | null;
  /** Why the message does not count as delivered, as a sentence; null if it does. */
  readonly error: string | null;
  readonly milliseconds: number;
  /** Milliseconds that the receiver asks to wait; null if it does not. */
  readonly retryAfterMs: number | null;
}

/** The time limit in milliseconds from the call to the end of its answer. */
export const CALL_MS = 10_000;
/** How many bytes of an answer are read and stored. */
const MOST_ANSWER = 4000;

/** What a call needs. */
export interface CallSettings {
  readonly outside: Pick<OutsideAccess, 'webhooks'>;
  readonly signal: AbortSignal;
  /** 10 seconds by default. */
  readonly callMs?: number | undefined;
}

/**
 * Posts a message once. The address is checked at this time, and the connection goes to the checked IP address.
 * Redirects are not followed. Only the beginning of the answer is read. Throws only when `signal` is aborted.
 */
export async function postMessage(
  call: Call,
  { outside, signal, callMs = CALL_MS }: CallSettings,
): Promise<CallOutcome> {
  const began = performance.now();
  const lateSignal = AbortSignal.timeout(callMs);
  const endWith = (outcome: Omit<CallOutcome, 'milliseconds'>): CallOutcome => ({
    ...outcome,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    return endWith(await post(call, outside, { deadline: lateSignal, signal: AbortSignal.any([signal, lateSignal]) }));
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    const error = describeFailure(thrown, lateSignal.aborted ? callMs : null);
    return endWith({ status: null, answer: null, error, retryAfterMs: null });
  }
}

interface Limits {
  readonly deadline: AbortSignal;
  readonly signal: AbortSignal;
}

async function post(
  { address, headers, body }: Call,
  { webhooks }: CallSettings['outside'],
  { deadline: lateSignal, signal }: Limits,
): Promise<Omit<CallOutcome, 'milliseconds'>> {
  const fault = findAddressFault(address, webhooks.allowsPrivate);
  if (fault !== null) throw new ForbiddenAddress(fault);
  const url = new URL(address);
  const lookup = guardedLookup(url, webhooks.allowsPrivate, webhooks.resolve);
  const response = await send(url, { headers: { ...headers, ...fixedHeaders }, lookup, signal }, body);
  try {
    const status = response.statusCode ?? 0;
    const answer = await readBeginning(response, lateSignal);
    return { status, answer, error: describeStatus(status), retryAfterMs: readRetryAfter(response.headers) };
  } finally {
    response.destroy();
  }
}

const fixedHeaders = {
  'content-type': 'application/json',
  'accept-encoding': 'identity', // the log shows the answer, and a compressed one could unpack to any size
  'user-agent': 'Shedworks-Webhooks',
};

function send(url: URL, options: http.RequestOptions, body: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const call = request(url, { ...options, method: 'POST', agent: false }, resolve);
    call.on('error', reject); // even after the answer has started
    call.end(body);
  });
}

/**
 * The beginning of an answer. If it breaks off or is too slow, what has arrived counts, because its status was
 * received before.
 */
async function readBeginning(response: http.IncomingMessage, lateSignal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    const body: AsyncIterable<Buffer> = response;
    for await (const piece of body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MOST_ANSWER) break;
    }
  } catch (error) {
    if (!lateSignal.aborted && getErrorCode(toError(error)) === undefined) throw error;
  }
  const text = Buffer.concat(pieces).subarray(0, MOST_ANSWER).toString('utf8');
  return text.replaceAll('\0', '\ufffd');
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver redirects (${status}). Enter the address that it redirects to.`;
  return `The receiver responded with ${status}.`;
}

/** `Retry-After` in milliseconds, if it is a number of seconds. */
function readRetryAfter(headers: http.IncomingHttpHeaders): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1000 : null;
}

function describeFailure(error: unknown, lateMs: number | null): string {
  if (error instanceof ForbiddenAddress) return `The address ${endpointAddressFaults[error.fault]}.`;
  if (lateMs !== null) return `The receiver did not respond within ${lateMs / 1000} seconds.`;
  const code = getErrorCode(toError(error)) ?? '';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'The host of the receiver was not found. Check the address.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `The receiver's certificate is not valid (${code}).`;
  return `The receiver cannot be reached${code ? ` (${code})` : ''}.`;
}
