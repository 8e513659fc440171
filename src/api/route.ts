import type { z } from 'zod';
import type { JsonText } from '../domain/kernel/text/json-text.js';
import type { Audience } from '../domain/kernel/rights/roles.js';
import type { SchemaOf, Service } from '../domain/kernel/service.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RouteKey = `${Method} /api/${string}`;

export interface RouteOptions {
  /** The status of success; 200 by default. */
  readonly status?: number;
  /** The input field that receives an array body or an uploaded file's content. Raises the limit to 50 MB. */
  readonly rowsAs?: string;
  /** With `rowsAs`: the field that receives an uploaded file as `{ name, bytes }`; only a JSON body provides rows. */
  readonly fileAs?: string;
  /** The use case behind the same call with `?preview=true`, which reports what would happen and changes nothing. */
  readonly preview?: Service;
  /**
   * Whether a change accepts an `Idempotency-Key`, as every POST does, so that a device that lost the answer can
   * retry.
   */
  readonly keyed?: true;
  /** Whether clients can follow its progress with `X-Progress-Key`. */
  readonly progress?: true;
  /** Whether it starts a session and returns its `token`, or ends the request's session. */
  readonly session?: 'opens' | 'ends';
  /** Whether it requires the current password; wrong ones are counted. */
  readonly guessable?: true;
  /** Whether the answer is a file: `{ name, type, bytes }`, or `content` as a stream if it may be large. */
  readonly file?: true;
  /** The media type of a file that is an export for machines, which also has the instant for the next request. */
  readonly media?: 'application/x-ndjson' | 'text/csv';
  /**
   * Whether the answer is a picture at an address of its own bytes: `{ type, bytes }`, displayed inline, which caches
   * may keep.
   */
  readonly image?: true;
  /** Whether it is as expensive as a file, so that users take turns and have a limit per minute. */
  readonly costly?: true;
  /** Whether it will be removed. Clients see this in the headers of its answers and in the OpenAPI document. */
  readonly deprecated?: Deprecation;
}

/** Since which day a call is deprecated, from which day it may be removed, and the call to use instead. */
export interface Deprecation {
  readonly since: string;
  readonly sunset?: string;
  readonly instead?: RouteKey;
}

/** One call of the API: a method and path, the use case behind it and its preview, and nothing else. */
export interface Route<
  K extends RouteKey = RouteKey,
  S extends Service = Service,
  P extends Service = Service,
> extends RouteOptions {
  readonly key: K;
  readonly service: S;
  readonly preview?: P;
}

/**
 * Binds a use case to a method and path. Params, query and body together become its input. A use case of one input is
 * not a `Service` of any input in the types; the handler passes each one the input that its own schema parses.
 */
export const route = <K extends RouteKey, S, P = never>(
  key: K,
  service: S,
  options: Omit<RouteOptions, 'preview'> & { readonly preview?: P } = {},
): Route<K, S & Service, P & Service> =>
  ({ key, service, ...options }) as unknown as Route<K, S & Service, P & Service>; // safe, as described above

/** Calls that belong together, and what integrators read about them. */
export interface RouteList<R extends readonly Route[] = readonly Route[]> {
  readonly name: string;
  readonly description: string;
  readonly routes: R;
}

/** Lists the calls of a slice under a name and a sentence for integrators. */
export const describeRoutes = <const R extends readonly Route[]>(
  name: string,
  description: string,
  routes: R,
): RouteList<R> => ({ name, description, routes });

/** The input. `route()` adds the general form of a service to its own. */
type InputOf<S> = S extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never;
/** The answer for an audience, in wire format. */
type AnswerOf<S, A extends Audience = 'office'> = S extends infer Own & Service
  ? Own extends { readonly output: infer O }
    ? WireOf<z.input<SchemaOf<O, A>>>
    : never
  : never;
/** An answer that is already JSON text is sent unchanged. */
type WireOf<T> = T extends JsonText<infer Wire> ? Wire : T;

/**
 * What the dashboard knows about a registry: for each key the input, the answer for each audience, and the answer of
 * a preview.
 */
export type RoutesOf<R extends readonly Route[]> = {
  [Entry in R[number] as Entry['key']]: {
    input: InputOf<Entry['service']>;
    preview: AnswerOf<NonNullable<Entry['preview']>>;
  } & { [A in Audience]: AnswerOf<Entry['service'], A> };
};
