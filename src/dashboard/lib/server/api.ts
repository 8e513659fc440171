import type { Routes } from '../../../api/routes.js';
import type { Audience } from '../../../domain/kernel/rights/roles.js';
import { type ApiRequest, getFileName, toRequest } from './api-request.js';
import { publishChange } from './changes.js';
import { reportReached, reportUnreachable } from './connection.js';
import { earlyAnswered } from './early.js';
import { reportRefused } from './second-person.js';
import { expireToken, readToken, sessionHeaders } from './token.js';

export type RouteKey = keyof Routes;
export type Input<K extends RouteKey> = Routes[K]['input'];

/**
 * Uses values of a form or an address as the input of a call. They may lack a choice or have an invalid one, which the
 * server refuses at its field. Only this function trusts such values.
 */
export const toInput = <K extends RouteKey>(values: object): Input<K> => values as Input<K>; // see above
/** The answer for an audience, by default the office. */
export type Output<K extends RouteKey, A extends Audience = 'office'> = Routes[K][A];
/** The answer to a preview of a call. */
export type Preview<K extends RouteKey> = Routes[K]['preview'];

export interface FieldProblem {
  readonly path: string;
  readonly msg: string;
}

/**
 * A refused or failed call: `status` is 0 if the server was not reached; `current` is the newer record of a conflict.
 */
export class ApiError extends Error {
  readonly msg: string;
  constructor(
    readonly status: number,
    readonly code: string,
    msg: string,
    readonly errors: readonly FieldProblem[] = [],
    readonly requestId: string | null = null,
    private readonly current: unknown = undefined,
  ) {
    super(msg);
    this.name = 'ApiError';
    this.msg = msg;
  }

  /** The current record, which the server sends with every conflict (`stale-record`) in the form of its read. */
  readCurrent<R>(): R {
    return this.current as R; // see above
  }
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Previews the call; nothing is changed. */
  readonly preview?: boolean;
  /** The key under which the server reports progress; see `followProgress`. */
  readonly progressKey?: string;
  /** Uses this user's session instead of the signed-in user's. */
  readonly user?: string;
  /** Part of a change that the screen shows before it is answered (`sendEarly`); other changes wait for those. */
  readonly early?: boolean;
}

/**
 * Calls the API, or previews the call with `preview`; throws `ApiError`. If the session has ended, the user has to sign
 * in again.
 */
export function call<K extends RouteKey>(
  key: K,
  input: Input<K>,
  options: CallOptions & { readonly preview: true },
): Promise<Preview<K>>;
export function call<K extends RouteKey, A extends Audience = 'office'>(
  key: K,
  input: Input<K>,
  options?: CallOptions,
): Promise<Output<K, A>>;
export async function call(key: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
  const request = toRequest(key, input);
  try {
    return await readJson(await readAnswer(request, toBody(request), options, asJson(request)));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second-person-needed' && !options.preview)
      reportRefused({ call: key, input, msg: error.msg });
    throw error;
  }
}

const toBody = ({ body }: ApiRequest): string | null => body && JSON.stringify(body);

const asJson = ({ body }: ApiRequest): Record<string, string> => (body ? { 'content-type': 'application/json' } : {});

/** Trusts the type of the answer, because the server encodes it with the schema that the type comes from. */
const readJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

/** Calls with a body that is already JSON text, such as a file's; throws `ApiError`. */
export async function callWithText<K extends RouteKey>(key: K, body: Blob, options: CallOptions): Promise<Output<K>> {
  return readJson(await readAnswer(toRequest(key), body, options, { 'content-type': 'application/json' }));
}

/** Calls with a form, for example one with a file; `input` has the path parameters. Throws `ApiError`. */
export async function callWithForm<K extends RouteKey>(
  key: K,
  input: Readonly<Record<string, string>>,
  form: FormData,
  options: CallOptions,
): Promise<Output<K>> {
  return readJson(await readAnswer(toRequest(key, input), form, options));
}

/** Downloads a file under the server's file name; throws `ApiError`. */
export async function download<K extends RouteKey>(key: K, input: Input<K>): Promise<string> {
  const request = toRequest(key, input);
  const response = await readAnswer(request, toBody(request), {}, asJson(request));
  const name = getFileName(response.headers.get('content-disposition')) ?? 'download';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}

let reads = new AbortController();

/** Aborts pending reads when their session ends. */
export function dropReads(): void {
  reads.abort();
  reads = new AbortController();
}

async function readAnswer(
  request: ApiRequest,
  body: BodyInit | null,
  { idempotencyKey, signal, preview = false, progressKey, user, early = false }: CallOptions,
  headers: Record<string, string> = {},
): Promise<Response> {
  const token = readToken();
  const requestInit = {
    ...headers,
    ...sessionHeaders(user),
    'x-screen': window.location.pathname,
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    ...(progressKey ? { 'x-progress-key': progressKey } : {}),
  };
  const ends = [...(signal ? [signal] : []), ...(request.method === 'GET' ? [reads.signal] : [])];
  const init = { method: request.method, headers: requestInit, body, signal: AbortSignal.any(ends) };
  if (request.method !== 'GET' && !early) await earlyAnswered();
  const response = await fetch(preview ? `${request.url}?preview=true` : request.url, init).catch((reason: unknown) => {
    if (isAborted(reason)) throw reason;
    reportUnreachable();
    throw new ApiError(0, 'unreachable', 'Could not reach the server. Check your connection and try again.');
  });
  if (response.status !== 502 && response.status !== 504) reportReached();
  if (response.ok) {
    publishChange(response.headers, request.deletes);
    return response;
  }
  const error = await getError(response);
  if (error.status === 401 && error.code === 'not-signed-in' && token === readToken()) expireToken();
  throw error;
}

/** Whether a call ended because its `signal` was aborted. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

interface ErrorBody {
  readonly msg?: string;
  readonly code?: string;
  readonly errors?: readonly FieldProblem[];
  readonly requestId?: string;
  readonly current?: unknown;
}

async function getError(response: Response): Promise<ApiError> {
  const body = ((await response.json().catch(() => null)) ?? {}) as ErrorBody; // any part may be absent
  const { code = 'unexpected', errors = [], current } = body;
  const msg = body.msg ?? `The server responded with ${response.status} ${response.statusText}`.trim();
  return new ApiError(
    response.status,
    code,
    msg,
    errors,
    body.requestId ?? response.headers.get('x-request-id'),
    current,
  );
}

/** For `catch`: shows the current record if a change was refused because of it, and throws the error again. */
export const showNewer =
  <R>(show: (newer: R) => void) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'stale-record') show(error.readCurrent<R>());
    throw error;
  };

/** The message to show for anything thrown. */
export const formatMessage = (error: unknown): string =>
  error instanceof ApiError ? error.msg : error instanceof Error ? error.message : String(error);
