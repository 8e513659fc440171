import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/kernel/rights/permissions.js';
import { useWorld } from '../../domain/testing/world.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { findActor, keyNames, people, useApi, type Caller, type KeyName, type Person } from '../testing/api.js';
import { computeDigest } from '../testing/digest.js';
import { describeMissingExample, examples } from '../testing/examples.js';
import type { Example } from '../testing/kinds.js';
import { send, type Answer, type Call } from '../testing/http.js';
import { listMalformedCalls } from '../testing/mutations.js';
import { references, formatWord } from '../testing/references.js';
import { makeRecords, toRecord, type Records } from '../testing/stage.js';
import { limit } from '../../domain/testing/patience.js';

const MOST_AGAIN = 3;
const MOST_AS_KEY = 2;
const world = useWorld();
const api = useApi(world);
let records: Records;
/** The data after the previous test. The example of a read creates nothing, so the data need not be read again. */
let leftover: Record<string, string> | undefined;
beforeAll(async () => {
  records = await makeRecords(world);
  for (const key of keyNames) await api.token(key); // makes it
  await world.createOrders(6);
});

/** Text that reveals more than a refusal should: stack lines, SQL, our files, messages of the database. */
const revealing =
  /\bat [\w.<>]+ \(|\.[jt]s:\d+|node_modules|\/src\/|\bselect\b.+\bfrom\b|insert into|update "|syntax error|violates|invalid byte|duplicate key|relation "|\$\d+|pg_|ECONN|errno/i;

describe('malformed calls are refused and change nothing', () => {
  test.each(routes as readonly Route[])('$key', { timeout: limit(60_000) }, async (entry) => {
    const { as, values } = await readExample(entry);
    const calls = listMalformedCalls(entry, values);
    expect(calls.length).toBeGreaterThanOrEqual(4);
    const before = (examples[entry.key] ? undefined : leftover) ?? (await computeDigest(world.db));
    leftover = undefined;
    const first = await attemptAll(as, calls);
    expect(first.flatMap(({ call, answer }) => problems(call, answer))).toEqual([]);
    const refusedCalls = first.filter(({ answer }) => answer.status >= 400).map(({ call }) => call);
    if (entry.key === 'POST /api/auth/sessions/end') return; // the first valid one ends the session of the others
    if (entry.key === 'POST /api/auth') return; // wrong passwords lock out correct ones for a while, correct ones end a session
    expect(await refusedToKey(entry, as, refusedCalls)).toEqual([]);
    if (entry.service.effect === 'read' || refusedCalls.length === calls.length) {
      leftover = await computeDigest(world.db);
      return expect(leftover).toEqual(before);
    }
    const between = await computeDigest(world.db);
    const again = await attemptAll(as, getSome(refusedCalls, MOST_AGAIN));
    expect(again.filter(({ answer }) => answer.status < 400).map(({ call }) => call)).toEqual([]);
    expect(await computeDigest(world.db)).toEqual(between);
  });
});

const getSome = (calls: readonly Call[], most: number): Call[] =>
  calls.filter((_, n) => n % Math.ceil(calls.length / most) === 0);

/**
 * Makes some of the refused calls with an API key of the same side; returns the problems of its answers. A key
 * without permission for the call must learn only that.
 */
async function refusedToKey({ service }: Route, as: Person, refusedCalls: readonly Call[]): Promise<string[]> {
  const key: KeyName = findActor(world, as).shopId === null ? 'office.key' : 'shop.key';
  const may = service.permission === 'anyone' || can(findActor(world, key), service.permission);
  const answers = await attemptAll(key, getSome(refusedCalls, MOST_AS_KEY));
  return answers.flatMap(({ call, answer }) => {
    const what = `${call.method} ${call.path.slice(0, 200)} as ${key} → ${answer.status} ${answer.text.slice(0, 300)}`;
    if (answer.status < 400) return [`accepts: ${what}`];
    if (may) return problems(call, answer);
    const { code } = answer.json as { code?: string };
    if (answer.status === 404 && /\/(\/|\?|$)/.test(call.path)) return []; // without its parameter it is another path
    return code === 'permission-denied' || answer.status === 400 || answer.status === 413 ? [] : [`reveals: ${what}`];
  });
}

/** Makes calls one after the other (reads, three at a time), each as if it were the first of its kind. */
async function attemptAll(as: Caller, calls: readonly Call[]): Promise<{ call: Call; answer: Answer }[]> {
  const waiting = [...calls];
  const token = await api.token(as);
  const done: { call: Call; answer: Answer }[] = [];
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift())
      done.push({ call, answer: await attempt(endsSession(call) ? await api.token(as) : token, call) });
  };
  await Promise.all(Array.from({ length: calls[0]?.method === 'GET' ? 3 : 1 }, work));
  return done;
}

/** Whether a call may end its own session, by changing the password or by signing out. */
const endsSession = ({ method, path }: Call): boolean =>
  path.includes('/password') || (method === 'DELETE' && path.startsWith('/api/auth'));

async function attempt(token: string, call: Call): Promise<Answer> {
  const sendCall = () => send(api.base, { ...call, headers: { ...call.headers, 'x-auth-token': token } });
  for (;;) {
    const answer = await sendCall();
    if (answer.status !== 429) return answer;
    await world.db('rate_limits').delete(); // attempts and uploads are counted; a server checks once a second who is blocked
  }
}

/** Whether a call may set a cookie: only a successful sign-in does, to mark its device. */
const isSignedIn = (call: Call, status: number): boolean =>
  status === 200 &&
  /^\/api\/auth(\/(code|authenticator\/confirm|passkey|passkey\/enroll\/confirm|sso\/finish))?(\?|$)/.test(call.path);

/** The problems of an answer to a malformed call; empty if there are none. */
function problems(call: Call, { status, text, json, headers }: Answer): string[] {
  const what = `${call.method} ${call.path.slice(0, 200)} ${String(call.raw ?? '').slice(0, 400)} → ${status} ${text.slice(0, 400)}`;
  if (headers['set-cookie'] && !isSignedIn(call, status)) return [`sets a cookie: ${what}`];
  if (status < 400) return [];
  if (
    ![400, 404, 409, 413, 422].includes(status) &&
    !(status === 401 && call.path.startsWith('/api/auth')) &&
    !(status === 403 && /^.api.users(\?|$)/.test(call.path))
  )
    return [`status: ${what}`];
  const shape = Object.fromEntries(
    Object.entries((json ?? {}) as object).map(([key, value]) => [key, Array.isArray(value) ? 'array' : typeof value]),
  );
  const { current: _, ...rest } = shape;
  if (JSON.stringify(rest) !== '{"msg":"string","code":"string","errors":"array","requestId":"string"}')
    return [`shape: ${what}`];
  return revealing.test(withoutEcho(text, call))
    ? [`reveals ${revealing.exec(withoutEcho(text, call))?.[0]}: ${what}`]
    : [];
}

/** The answer without the sent values, which a refusal may repeat. */
function withoutEcho(text: string, { path, raw }: Call): string {
  const words = [...decode(path).split(/[/?&=]/), ...(typeof raw === 'string' ? raw.split(/["\n]/) : [])].filter(
    (word) => word.trim().length > 1,
  );
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A valid call: for a write its example, for a read its parameters with existing records. */
async function readExample(entry: Route): Promise<Pick<Example, 'as' | 'values'>> {
  const make = examples[entry.key];
  if (make) return make(world);
  expect(entry.service.effect, describeMissingExample(entry.key)).toBe('read');
  const { permission } = entry.service;
  const as =
    people.find((who) => who !== 'view.only' && (permission === 'anyone' || can(world.actor(who), permission))) ??
    'office.admin';
  const fields = Object.entries(references[entry.key] ?? {}).filter(([field]) => entry.key.includes(`:${field}`));
  return {
    as,
    values: Object.fromEntries(
      fields.map(([field, kind]) => [
        field,
        kind === 'word' ? formatWord(entry.key, field) : toRecord(records, 'home', kind),
      ]),
    ),
  };
}
