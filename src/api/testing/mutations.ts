import { z } from 'zod';
import type { Route } from '../route.js';
import type { Call } from './http.js';
import { hostileBodies, hostileJson, hostileQueries, hostileTexts } from './hostile.js';
import { paramsOf } from './references.js';
import { requestOf } from './requests.js';

type Values = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];
const MOST = 45;

/** The malformed calls of one entry, made from a call that works. */
export function malformedCalls(entry: Route, values: Values): Call[] {
  const { method, path, body } = requestOf(entry.key, values);
  const inUrl = [...hostileParams(entry, values), ...hostileQueriesOf(entry, path)].map((url) => ({
    method,
    path: url,
    ...bodyOf(body),
  }));
  if (body === undefined) return inUrl;
  const bodies = [
    ...hostileBodies,
    ...hostileFields(entry, body as Values).map((raw) => ({ raw, headers: { 'content-type': 'application/json' } })),
  ];
  return [...inUrl, ...bodies.map((given) => ({ method, path, ...given }))];
}

const bodyOf = (body: unknown) =>
  body === undefined ? {} : { raw: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

/** Each hostile text in each parameter of the path. */
function hostileParams({ key }: Route, values: Values): string[] {
  const pattern = key.split(' ')[1] ?? '';
  return paramsOf(pattern).flatMap((param) =>
    hostileTexts.map((text) =>
      pattern.replace(/:(\w+)/g, (_, name: string) =>
        name === param ? text : encodeURIComponent(String(values[name])),
      ),
    ),
  );
}

/** Odd queries, and each hostile text in one field after the other. */
function hostileQueriesOf(entry: Route, path: string): string[] {
  const fields = fieldsOf(entry).filter((field) => !paramsOf(entry.key).includes(field));
  const any = fields[0] ?? 'page';
  const odd = (entry.file ? hostileQueries.slice(-4) : hostileQueries).map(
    (query) => path + query.replaceAll('FIELD', any),
  );
  const takesQuery = entry.key.startsWith('GET ') || entry.key.startsWith('DELETE ');
  if (!takesQuery || fields.length === 0) return odd;
  const times = Math.max(1, Math.ceil((fields.length * 3) / hostileTexts.length));
  const texts = Array.from({ length: times }, () => hostileTexts).flat();
  return [
    ...odd,
    ...texts.map(
      (text, n) => `${path}?${fields[(n * 7 + Math.floor(n / hostileTexts.length)) % fields.length]}=${text}`,
    ),
  ];
}

/** Hostile values put at one place of the body after the other: its fields, what is inside them, and fields it left out. */
function hostileFields(entry: Route, body: Values): string[] {
  const absent = fieldsOf(entry).filter((field) => !(field in body) && !paramsOf(entry.key).includes(field));
  const places: Path[] = [...placesIn(body), ...absent.map((field) => [field])];
  if (places.length === 0) return [];
  const count = Math.min(MOST, Math.max(hostileJson.length, places.length * 2));
  return Array.from({ length: count }, (_, n) => {
    const hostile = hostileJson[n % hostileJson.length] as string;
    return withAt(body, places[(n + Math.floor(n / hostileJson.length)) % places.length] as Path, hostile);
  });
}

const fieldsOf = ({ service }: Route): string[] =>
  Object.keys(
    (z.toJSONSchema(service.input, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ??
      {},
  );

function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length > 0 ? [at, ...inside] : inside;
}

const HERE = '@@here@@';

/** The body as JSON text with a piece of JSON text in one place. */
export function withAt(body: unknown, path: Path, text: string): string {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  let target = copy;
  for (const key of path.slice(0, -1)) target = target[key] as Record<string | number, unknown>;
  target[path.at(-1) as string] = HERE;
  return JSON.stringify(copy).replace(`"${HERE}"`, () => text);
}
