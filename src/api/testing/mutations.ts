import { z } from 'zod';
import type { Route } from '../route.js';
import type { Call } from './http.js';
import { hostileBodies, hostileJson, hostileQueries, hostileTexts } from './hostile.js';
import { getParams } from './references.js';
import { toRequest } from './requests.js';

type Values = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];
/** The minimum number of calls of each kind per entry; about 15 in total. */
const most = { params: 5, queries: 4, texts: 6, bodies: 4, fields: 8 } as const;

/** Evenly spaced samples of a list with a different start for each entry, so that all entries together cover it. */
function pickSome<T>(list: readonly T[], count: number, { key }: Route): T[] {
  const start = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => {
    const at = start + Math.floor((n * list.length) / count);
    return list[at % list.length] as T;
  });
}

/** The malformed calls of one entry, derived from a valid call. */
export function listMalformedCalls(entry: Route, values: Values): Call[] {
  const { method, path, body } = toRequest(entry.key, values);
  const inUrl = [...makeHostileParams(entry, values), ...getHostileQueries(entry, path)].map((url) => ({
    method,
    path: url,
    ...toBody(body),
  }));
  if (body === undefined) return inUrl;
  const bodies = [
    ...pickSome(hostileBodies, most.bodies, entry),
    ...makeHostileFields(entry, body as Values).map((raw) => ({
      raw,
      headers: { 'content-type': 'application/json' },
    })),
  ];
  return [...inUrl, ...bodies.map((body) => ({ method, path, ...body }))];
}

const toBody = (body: unknown) =>
  body === undefined ? {} : { raw: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

/** Hostile texts in each path parameter in turn. */
function makeHostileParams(entry: Route, values: Values): string[] {
  const pattern = entry.key.split(' ')[1] ?? '';
  const params = getParams(pattern);
  if (params.length === 0) return [];
  return pickSome(hostileTexts, most.params, entry).map((text, n) =>
    pattern.replace(/:(\w+)/g, (_, name: string) =>
      name === params[n % params.length] ? text : encodeURIComponent(String(values[name])),
    ),
  );
}

/** Malformed queries, and hostile texts in each field in turn. */
function getHostileQueries(entry: Route, path: string): string[] {
  const fields = toFields(entry).filter((field) => !getParams(entry.key).includes(field));
  const any = fields[0] ?? 'page';
  const oddPaths = pickSome(hostileQueries, entry.file ? 4 : most.queries, entry).map(
    (query) => path + query.replaceAll('FIELD', any),
  );
  const takesQuery = entry.key.startsWith('GET ') || entry.key.startsWith('DELETE ');
  if (!takesQuery || fields.length === 0) return oddPaths;
  const count = Math.max(most.texts, fields.length);
  const texts = pickSome(hostileTexts, count, entry);
  return [...oddPaths, ...texts.map((text, n) => `${path}?${fields[n % fields.length]}=${text}`)];
}

/** Hostile values at each place of the body in turn: its fields, nested values and fields it omits. */
function makeHostileFields(entry: Route, body: Values): string[] {
  const absent = toFields(entry).filter((field) => !(field in body) && !getParams(entry.key).includes(field));
  const places: Path[] = [...listPlaces(body), ...absent.map((field) => [field])];
  if (places.length === 0) return [];
  return pickSome(hostileJson, Math.min(45, Math.max(most.fields, places.length)), entry).map((hostile, n) =>
    withAt(body, places[n % places.length] as Path, hostile),
  );
}

const toFields = ({ service }: Route): string[] =>
  Object.keys(
    (z.toJSONSchema(service.input, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ??
      {},
  );

function listPlaces(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    listPlaces(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length > 0 ? [at, ...inside] : inside;
}

const HERE = '@@here@@';

/** The body as JSON text with one place replaced by a piece of JSON text. */
export function withAt(body: unknown, path: Path, text: string): string {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  let target = copy;
  for (const key of path.slice(0, -1)) target = target[key] as Record<string | number, unknown>;
  target[path.at(-1) as string] = HERE;
  return JSON.stringify(copy).replace(`"${HERE}"`, () => text);
}
