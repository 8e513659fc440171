import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createTokens } from '../../domain/kernel/rights/tokens.js';
import type { Logger } from '../../domain/kernel/context.js';
import type { ActorName, World } from '../../domain/testing/world.js';
import { startServer, type RunningServer, type ServerOptions } from '../server.js';
import { send, type Answer } from './http.js';

/** The demo accounts: everybody a call is tried as. */
export const people = [
  'office.admin',
  'office.user',
  'shop.admin',
  'shop.user',
  'builder',
  'other.shop',
  'view.only',
] as const satisfies readonly ActorName[];
export type Person = (typeof people)[number];
export const shopPeople = ['shop.admin', 'shop.user', 'builder', 'other.shop'] as const satisfies readonly Person[];

export const secret = 'a secret that only the tests of this product know';
export const tokens = createTokens(secret);

/** A request by what it means: fields go to the query of a GET or DELETE, else into a JSON body. */
export interface Request {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real server on the database of a world, and the demo people to call it as. */
export interface Api {
  /** `http://127.0.0.1:port`. */
  readonly base: string;
  readonly server: RunningServer;
  /** Every line the server logged, as JSON text. */
  readonly log: string[];
  /** A good token of a person as they are now. */
  token(who: Person): Promise<string>;
  /** Calls as a person; as nobody with null. A `body` that is undefined is none. */
  call(who: Person | null, method: string, path: string, request?: Request): Promise<Answer>;
}

/** One server for the tests of a file, on port 0. Needs `useWorld` before it. */
export function useApi(world: World, options: Partial<ServerOptions> = {}): Api {
  const api = {} as Api;
  beforeAll(async () => {
    Object.assign(api, await openApi(world, options));
  });
  afterAll(() => api.server.stop());
  return api;
}

/** Starts one more server on the database of a world; stop it with `server.stop()`. */
export async function openApi(world: Pick<World, 'db' | 'url'>, options: Partial<ServerOptions> = {}): Promise<Api> {
  const log: string[] = [];
  const server = await startServer({
    db: world.db,
    url: world.url,
    secret,
    logger: loggerInto(log),
    host: '127.0.0.1',
    port: 0,
    ...options,
  });
  const base = `http://127.0.0.1:${server.port}`;
  const token = (who: Person): Promise<string> => tokenOf(world, `${who}@demo.test`);
  return {
    base,
    server,
    log,
    token,
    call: async (who, method, path, { body, headers = {} } = {}) =>
      send(base, {
        method,
        path,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(who ? { 'x-auth-token': await token(who) } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { raw: JSON.stringify(body) }),
      }),
  };
}

/** A good token of a user, whatever their sign-in name. */
export async function tokenOf({ db }: Pick<World, 'db'>, userName: string): Promise<string> {
  const user = (await db('users').where({ user_name: userName }).first('id', 'session_generation')) as {
    id: string;
    session_generation: number;
  };
  return tokens.sign({ userId: user.id, generation: user.session_generation }, new Date());
}

const loggerInto = (lines: string[]): Logger =>
  pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
