import type { z } from 'zod';
import type { JsonText } from '../domain/kernel/text/json-text.js';
import type { Audience } from '../domain/kernel/rights/roles.js';
import type { SchemaOf, Service } from '../domain/kernel/service.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RouteKey = `${Method} /api/${string}`;

export interface RouteOptions {
  /** The status of success; 200 by default. */
  readonly status?: number;
  /** The input field that receives an array body or an uploaded file's content; raises the limit to 50 MB. */
  readonly rowsAs?: string;
  /** With `rowsAs`: an uploaded file is passed in this field as `{ name, bytes }`; only a JSON body provides rows. */
  readonly fileAs?: string;
  /** The use case behind the same call with `?preview=true`: reports what would happen and changes nothing. */
  readonly preview?: Service;
  /**
   * A change that accepts an `Idempotency-Key`, as every POST does, so that a device that lost the answer can retry.
   */
  readonly keyed?: true;
  /** Clients can follow its progress with `X-Progress-Key`. */
  readonly progress?: true;
  /** The call starts a session and returns its `token`, or ends the request's session. */
  readonly session?: 'opens' | 'ends';
  /** The call takes the current password; wrong ones are counted. */
  readonly guessable?: true;
  /** The answer is a file: `{ name, type, bytes }`, or `content` as a stream if it may be large. */
  readonly file?: true;
  /** The media type of a file that is an export for machines, which also names the instant to ask from next time. */
  readonly media?: 'application/x-ndjson' | 'text/csv';
  /** The answer is a picture at an address of its own bytes: `{ type, bytes }`, shown in place, which caches may keep. */
  readonly image?: true;
  /** As expensive as a file: users take turns and have a limit per minute. */
  readonly costly?: true;
  /** The call is to go; clients learn it from the headers of its answers and from the OpenAPI document. */
  readonly deprecated?: Deprecated;
}

/** Since which day a call is deprecated, from which day it may be gone, and the call to use instead. */
export interface Deprecated {
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
 * Binds a use case to a method and path; params, query and body together become its input. A use case of one input is
 * no `Service` of any input in the types; the handler hands each what its own schema reads.
 */
export const route = <K extends RouteKey, S, P = never>(
  key: K,
  service: S,
  options: Omit<RouteOptions, 'preview'> & { readonly preview?: P } = {},
): Route<K, S & Service, P & Service> =>
  ({ key, service, ...options }) as unknown as Route<K, S & Service, P & Service>; // see above

/** What goes in; `route()` adds the general form of a service to its own. */
type InputOf<S> = S extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never;
/** What an audience is answered, on the wire. */
type AnswerOf<S, A extends Audience = 'office'> = S extends infer Own & Service
  ? Own extends { readonly output: infer O }
    ? WireOf<z.input<SchemaOf<O, A>>>
    : never
  : never;
/** An answer that is already JSON text is sent unchanged. */
type WireOf<T> = T extends JsonText<infer Wire> ? Wire : T;

/** What the dashboard knows of a registry: for each key, what goes in, what each audience gets, and what a preview answers. */
export type RoutesOf<R extends readonly Route[]> = {
  [Entry in R[number] as Entry['key']]: {
    input: InputOf<Entry['service']>;
    preview: AnswerOf<NonNullable<Entry['preview']>>;
  } & { [A in Audience]: AnswerOf<Entry['service'], A> };
};
