import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ErrorKind } from '../../../domain/kernel/errors.js';
import { toEntries, toError, getErrorCode } from '../../../domain/kernel/objects.js';
import { httpStatus } from '../../../api/middleware/errors.js';
import { printNote, type OutputOptions, writeJson } from '../../output.js';
import { exit, exitCodes, isLocked, printFailure, UsageError } from '../../run.js';

/** A call to another installation. */
export interface RemoteCall {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** The variable with the key, because an argument would appear in the process list and in records of runs. */
const VARIABLE = 'SHEDWORKS_KEY';

/**
 * Calls another installation over HTTP with the API key of `SHEDWORKS_KEY`, and prints its answer. Returns the exit
 * code, which is that of the same refusal here.
 */
export async function callRemote(base: string, call: RemoteCall, options: OutputOptions): Promise<number> {
  const url = new URL(call.path, readBase(base));
  const response = await send(url, call, readKey());
  const { status, headers, body } = response;
  if (!response.ok) return printRefusal(response, url);
  if (/^application\/(.+\+)?json\b/.test(headers.get('content-type') ?? '')) writeJson(await response.json(), options);
  else if (body && status !== 204)
    await pipeline(Readable.fromWeb(body as ReadableStream), process.stdout, { end: false }); // two types for the same class
  return exit.done;
}

/** Throws rather than send a key over a network unencrypted. */
function readBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--url: enter the address of an installation, such as https://office.example.com');
  if (url.username || url.password) throw new UsageError(`--url: put the key into ${VARIABLE}, not into the address`);
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw new UsageError('--url: use https; over http, others could read the key on the way');
  return url;
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

function readKey(): string {
  const key = process.env[VARIABLE]?.trim() ?? '';
  if (key === '') throw new UsageError(`set ${VARIABLE} to an API key of that installation`);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError(`${VARIABLE} is not a valid API key`);
  return key;
}

async function send(url: URL, { method, body, idempotencyKey }: RemoteCall, key: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const init = { method, headers, redirect: 'manual' as const }; // the key must not be sent anywhere else
  try {
    return await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  } catch (error) {
    const { cause, message } = toError(error);
    const why = (cause instanceof Error && cause.message) || (getErrorCode(cause) ?? message);
    throw new Error(`Could not reach ${url.origin}: ${why}`);
  }
}

interface Refusal {
  readonly msg?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly path: string; readonly msg: string }[];
}

/** Prints a refusal like the same refusal here. */
async function printRefusal(response: Response, { origin }: URL): Promise<number> {
  const { status } = response;
  const {
    msg,
    code,
    errors = [],
  } = await response.json().then(
    (json) => (json ?? {}) as Refusal, // the format of the API's refusals
    (): Refusal => ({}),
  );
  const sentence = msg ?? `${origin} responded with ${status}, so it does not seem to be Shedworks.`;
  printFailure({ code: code ?? 'failed', msg: sentence, errors });
  const wait = response.headers.get('retry-after');
  if (wait !== null) printNote(`Try again in ${wait} seconds.`);
  if (isLocked(code)) return exit.locked;
  const kind = toEntries(httpStatus).find(([, number]) => number === status)?.[0] satisfies ErrorKind | undefined;
  return kind ? exitCodes[kind] : exit.failed;
}
