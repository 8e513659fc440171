import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createKey } from '../../domain/company/keys/service.js';
import { getScopes } from '../../domain/kernel/rights/scopes.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { send, type Answer, type Call } from '../testing/http.js';
import { routes } from '../routes.js';
import { examples, recordedFile, type Example, type RecordedResponse } from './examples.js';

const world = useWorld();
const api = useApi(world, { clock: { now: () => world.now } });

/** A key of the office, or of a shop, with every scope that a key can have. */
const makeKey = async (of: string | null): Promise<string> => {
  const shop = of === null ? null : await world.findShopId(of);
  const office = world.ctx('office.admin');
  const scopes = [...getScopes(world.actor('office.admin'), shop)];
  return (await createKey(office, { name: of ?? 'Sales system', shop, scopes })).key;
};

/** The part of an answer at a path such as `items.0._id`. */
const pick = (value: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);

const replaceNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => names.get(name) ?? whole);

/** Replaces each value that differs from run to run by one that stays the same. */
function steady(): (text: string) => string {
  const ids = new Map<string, string>();
  const nameId = (id: string): string => {
    const stableId = ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, stableId);
    return stableId;
  };
  return (text) =>
    text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameId)
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, `"2026-11-18T15:00:00.000Z"`)
      .replace(/"(token|nextCursor)":"[^"]+"/g, '"$1":"…"')
      .replace(/cursor=[\w%.-]+/g, 'cursor=…')
      .replace(/W\\?\/\\?"[\w-]{43}\\?"/g, '…');
}

test('the examples of the guide get the recorded answers; -u records them', async () => {
  const tokens = { office: await makeKey(null), shop: await makeKey(homeShop) };
  const keptValues = new Map<string, string>();
  const normalize = steady();
  const recordings: Record<string, RecordedResponse> = {};
  for (const example of examples) {
    const request = toRequest(example, tokens, keptValues);
    const answer = await send(api.base, request);
    for (const [name, path] of Object.entries(example.keeps ?? {}))
      keptValues.set(name, path === 'etag' ? String(answer.headers.etag) : String(pick(answer.json, path)));
    recordings[example.title] = JSON.parse(
      normalize(JSON.stringify(toRecord(example, answer, request))),
    ) as RecordedResponse;
  }
  await expect(`${JSON.stringify(recordings, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(recordedFile));
});

function toRequest(
  example: Example,
  tokens: Readonly<Record<string, string>>,
  keptValues: ReadonlyMap<string, string>,
): Call {
  const [method = ''] = example.call.split(' ');
  const headers = Object.entries(example.headers ?? {}).map(([name, value]) => [name, replaceNames(value, keptValues)]);
  return {
    method,
    path: replaceNames(example.path, keptValues),
    headers: {
      ...Object.fromEntries(headers),
      ...(example.as && { authorization: `Bearer ${tokens[example.as] ?? ''}` }),
      ...(example.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(example.body !== undefined && { raw: replaceNames(JSON.stringify(example.body), keptValues) }),
  };
}

function toRecord(example: Example, { status, headers, json }: Answer, { path, raw }: Call): RecordedResponse {
  const { shows, keeps } = example;
  const answer = shows ? Object.fromEntries(shows.map((place) => [place, pick(json, place)])) : (json ?? null);
  return {
    status,
    ...(keeps?.['tag'] && { headers: { ETag: String(headers.etag) } }),
    answer,
    ...(shows && { whole: json }),
    ...(path !== example.path && { path }),
    ...(raw !== undefined && raw !== JSON.stringify(example.body) && { sent: JSON.parse(String(raw)) as unknown }),
  };
}

test('every example is a call of the API', () => {
  const keys = new Set<string>(routes.map(({ key }) => key));
  for (const { call, path } of examples) {
    expect(keys).toContain(call);
    const pattern = call.slice(call.indexOf(' ') + 1).replace(/:\w+/g, '[^/?]+');
    expect(path).toMatch(new RegExp(`^${pattern}(\\?|$)`));
  }
});
