import type { z } from 'zod';
import type { JsonText } from '../domain/kernel/text/json-text.js';
import type { Service } from '../domain/kernel/service.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RouteKey = `${Method} /api/${string}`;

export interface RouteOptions {
  /** The status of success; 200 unless told. */
  readonly status?: number;
  /** A body that is an array, or an uploaded file's content, becomes this field of the input; allows 50 MB. */
  readonly rowsAs?: string;
  /** With `rowsAs`: an uploaded file becomes this field as it is, `{ name, bytes }`; only a body of JSON is rows. */
  readonly fileAs?: string;
  /** The use case behind the same call with `?preview=true`: tells what would happen and changes nothing. */
  readonly preview?: Service;
  /** A change that takes an `Idempotency-Key`, as every POST does: a device that lost the answer asks again. */
  readonly keyed?: true;
  /** A caller may follow how far it is, by `X-Progress-Key`. */
  readonly progress?: true;
  /** The call begins a session, whose `token` is in its answer, or ends that of the request. */
  readonly session?: 'opens' | 'ends';
  /** The call takes the current password: wrong ones are counted. */
  readonly guessable?: true;
  /** The answer is a file: `{ name, type, bytes }`, or `content` to be read where it may be large. */
  readonly file?: true;
  /** It burdens the server as a file does: users take turns at it, and a minute has an end. */
  readonly costly?: true;
}

/** One call of the API: a method and path, the use case behind it, and nothing else. */
export interface Route<K extends RouteKey = RouteKey, S extends Service = Service> extends RouteOptions {
  readonly key: K;
  readonly service: S;
}

/** Binds a use case to a method and path; params, query and body together become its input. */
export const route = <K extends RouteKey, S>(
  key: K,
  service: S,
  options: Omit<RouteOptions, 'preview'> & { readonly preview?: unknown } = {},
): Route<K, S & Service> => ({
  key,
  service: service as S & Service,
  ...(options as RouteOptions),
});

type InputOf<S> = S extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never;
/** What calling the use case answers; `route()` adds the general form of a service to its own. */
type AnswerOf<S> = S extends infer Own & Service
  ? Own extends (ctx: never, input: never) => Promise<infer Answer>
    ? Answer extends JsonText<infer Wire>
      ? Wire
      : Answer
    : never
  : never;

/** What the dashboard knows of a registry: for each key, what goes in and what comes out (the office's shape). */
export type RoutesOf<R extends readonly Route[]> = {
  [Entry in R[number] as Entry['key']]: { input: InputOf<Entry['service']>; output: AnswerOf<Entry['service']> };
};
