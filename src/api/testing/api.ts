import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { getKeyActor } from '../../domain/company/keys/actor.js';
import { createKey } from '../../domain/company/keys/service.js';
import { findUserByName, getActor } from '../../domain/company/users/queries.js';
import { getScopes } from '../../domain/kernel/rights/scopes.js';
import { createTokens } from '../../domain/kernel/rights/tokens.js';
import { type Actor, type Logger, systemClock } from '../../domain/kernel/context.js';
import type { ActorName, World } from '../../domain/testing/world.js';
import { startServer, type RunningServer, type ServerOptions } from '../server.js';
import { send, type Answer } from './http.js';
import { secret } from './secret.js';

/** The demo accounts with which tests call the API. */
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

/** API keys with every permission that a key can have: the company's, and that of the shop of `shop.admin`. */
export const keyNames = ['office.key', 'shop.key'] as const;
export type KeyName = (typeof keyNames)[number];
/** The caller: a demo account, or an API key. */
export type Caller = Person | KeyName;
export const callers: readonly Caller[] = [...people, ...keyNames];

export const shopPeople = ['shop.admin', 'shop.user', 'builder', 'other.shop'] as const satisfies readonly Person[];

export const shopCallers: readonly Caller[] = [...shopPeople, 'shop.key'];

export { secret };
export const tokens = createTokens(secret);

/** Builds a request: fields go into the query of a GET or DELETE, otherwise into a JSON body. */
export interface Request {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real server on a world's database, with the demo accounts to call it. */
export interface Api {
  /** `http://127.0.0.1:port`. */
  readonly base: string;
  readonly server: RunningServer;
  /** Every log line of the server, as JSON text. */
  readonly log: string[];
  /** A valid token for an account in its current state, or a key. */
  token(who: Caller): Promise<string>;
  /** Calls the server with an account, or without one if null. No body is sent if `body` is undefined. */
  call(who: Caller | null, method: string, path: string, request?: Request): Promise<Answer>;
}

/** One server for all tests of a file, on port 0. Call `useWorld` first. */
export function useApi(world: World, options: Partial<ServerOptions> = {}): Api {
  const api = {} as Api;
  beforeAll(async () => {
    Object.assign(api, await openApi(world, options));
  });
  afterAll(() => api.server.stop());
  return api;
}

/** Starts another server on the database of a world; stop it with `server.stop()`. */
export async function openApi(world: Pick<World, 'db' | 'url'>, options: Partial<ServerOptions> = {}): Promise<Api> {
  const log: string[] = [];
  const server = await startServer({
    db: world.db,
    url: world.url,
    secret,
    logger: createLogger(log),
    host: '127.0.0.1',
    port: 0,
    ...options,
  });
  const base = `http://127.0.0.1:${server.port}`;
  const keys = new Map<KeyName, Promise<string>>();
  const readKey = async (who: KeyName): Promise<string> => {
    const key = keys.get(who) ?? makeKey(world, who);
    keys.set(who, key);
    return key;
  };
  const token = (who: Caller): Promise<string> => (isKey(who) ? readKey(who) : readToken(world, `${who}@demo.test`));
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

const isKey = (who: Caller): who is KeyName => who.endsWith('.key');
const makers = { 'office.key': 'office.admin', 'shop.key': 'shop.admin' } as const;

async function makeKey({ db }: Pick<World, 'db'>, who: KeyName): Promise<string> {
  const maker = await findUserByName(db, `${makers[who]}@demo.test`);
  if (!maker) throw new Error('there are no demo accounts');
  const actor = getActor(maker);
  const ctx = { db, actor, clock: systemClock, logger: createLogger([]), via: 'cli', requestId: 'test' } as const;
  return (await createKey(ctx, { name: who, scopes: [...getScopes(actor, actor.shopId)], rate: 60_000 })).key;
}

/** The rights of a caller. */
export function findActor(world: Pick<World, 'actor'>, who: Caller): Actor {
  if (!isKey(who)) return world.actor(who);
  const maker = { ...world.actor(makers[who]), _id: '', userName: '', active: true };
  const { shopId } = maker;
  const key = { _id: '', name: who, shopId, scopes: getScopes(maker, shopId), readOnly: false, maker };
  return getKeyActor(key) as Actor; // its maker is active
}

/** A valid token for a user with any sign-in name. */
export async function readToken({ db }: Pick<World, 'db'>, userName: string): Promise<string> {
  const user = (await db('users').where({ user_name: userName }).first('id', 'session_generation')) as {
    id: string;
    session_generation: number;
  };
  return tokens.sign({ userId: user.id, generation: user.session_generation }, new Date());
}

const createLogger = (lines: string[]): Logger =>
  pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
