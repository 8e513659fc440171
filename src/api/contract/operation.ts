import { z } from 'zod';
import { permissionLabels } from '../../domain/kernel/rights/permission-labels.js';
import type { ErrorKind } from '../../domain/kernel/errors.js';
import type { Output } from '../../domain/kernel/service.js';
import { httpStatus } from '../middleware/errors.js';
import { progressHeader } from '../http/progress.js';
import { sessionHeader } from '../guard/session-cookie.js';
import type { Route } from '../route.js';
import { headerRefs, idempotencyHeader, knownHeader } from './headers.js';
import { toJson, type Schema } from './json-schema.js';
import { describeParameter } from './parameter-texts.js';
import { refusalKinds } from './refusals.js';

interface Place {
  /** The path as shown, with the names of its parameters in braces. */
  readonly path: string;
  readonly tag: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
}

/** The description of one call, as far as other parts read it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters: readonly Parameter[];
  readonly responses: object;
}

/** Describes one call. */
export function toOperation(entry: Route, { path, tag }: Place): Operation {
  const { service } = entry;
  const [method = '', url = ''] = entry.key.split(' ');
  const input = toJson(service.input);
  const rule = service.permission === 'anyone' ? null : permissionLabels[service.permission];
  return {
    operationId: nameOf(entry.key),
    summary: service.summary,
    description: `${rule ? `Permission: ${rule}.` : 'Open to everyone.'}${entry.deprecated ? describeEnd(entry.deprecated) : ''}`,
    tags: [tag],
    ...(entry.deprecated && { deprecated: true }),
    ...(rule ? {} : { security: [] }),
    parameters: parametersOf(entry, { input, path }),
    ...bodyOf(entry, input, paramsOf(url)),
    responses: {
      [entry.status ?? 200]: successOf(entry),
      ...(tagged(entry) && { 304: unchanged }),
      ...refusalsOf(entry, method),
    },
  };
}

const paramsOf = (url: string): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** `getOrdersStatusByStatus` for `GET /api/orders/status/:status`. */
function nameOf(key: string): string {
  const [method = '', url = ''] = key.split(' ');
  const words = url
    .split('/')
    .slice(2)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part));
  const camel = words.join('-').replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
}

const describeEnd = ({ sunset, instead }: NonNullable<Route['deprecated']>): string =>
  ` Deprecated${sunset ? `; it may be gone from ${sunset}` : ''}.${instead ? ` Use ${instead} instead.` : ''}`;

const isRead = ({ key }: Route): boolean => key.startsWith('GET ');
const tagged = (entry: Route): boolean => isRead(entry) && !entry.file;
const isKeyed = ({ key, keyed }: Route): boolean => key.startsWith('POST ') || keyed === true;
const isLimited = ({ rowsAs, file, costly }: Route): boolean => Boolean(rowsAs ?? file ?? costly);

function parametersOf(entry: Route, { input, path }: { readonly input: Schema; readonly path: string }): Parameter[] {
  const { key } = entry;
  const params = paramsOf(key);
  const shown = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const required = new Set(input.required ?? []);
  const inQuery = isRead(entry)
    ? Object.entries(input.properties ?? {}).filter(([name]) => !params.includes(name))
    : [];
  const describe = (name: string, schema: Schema | undefined) => {
    const text = (schema?.['description'] as string | undefined) ?? describeParameter(key, name); // JSON Schema's is text
    return text === undefined ? {} : { description: text };
  };
  const inPath = params.map((name, n) => {
    const schema = input.properties?.[name] ?? { type: 'string' };
    return { name: shown[n] ?? name, in: 'path' as const, required: true, ...describe(name, schema), schema };
  });
  return [
    ...inPath,
    ...inQuery.map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: required.has(name),
      ...describe(name, schema),
      schema,
    })),
    ...(entry.preview ? [previewParameter] : []),
    ...(tagged(entry) ? [knownHeader] : []),
    ...(isKeyed(entry) ? [idempotencyHeader] : []),
    ...(entry.progress ? [progressHeader] : []),
    ...(entry.session ? [sessionHeader] : []),
  ];
}

const previewParameter = {
  name: 'preview',
  in: 'query',
  required: false,
  description: '`true`: the answer says what would happen, and nothing is changed.',
  schema: { type: 'boolean', default: false },
} as const;

const unchanged = { description: 'The answer you have is current.', headers: headerRefs('ETag') } as const;

function successOf(entry: Route): object {
  const headers = headerRefs(
    'RequestId',
    ...(tagged(entry) ? (['ETag'] as const) : []),
    ...(isLimited(entry) ? (['RateLimit', 'RateLimitPolicy'] as const) : []),
    ...(entry.deprecated ? (['Deprecation', 'Link'] as const) : []),
    ...(entry.deprecated?.sunset ? (['Sunset'] as const) : []),
  );
  const content = entry.file
    ? { 'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } } }
    : { 'application/json': { schema: toJson(officeSchema(entry.service.output)) } };
  return { description: entry.file ? 'The file.' : 'Done.', headers, content };
}

/** The refusals of a call; any other is in the same form. */
function refusalsOf(entry: Route, method: string): object {
  const { permission, effect } = entry.service;
  const hasBody = method === 'POST' || method === 'PUT';
  const kinds: readonly (readonly [ErrorKind, boolean])[] = [
    ['invalid', true],
    ['unauthenticated', permission !== 'anyone'],
    ['forbidden', permission !== 'anyone'],
    ['not-found', entry.key.includes(':')],
    ['timeout', hasBody],
    ['conflict', effect === 'write'],
    ['too-large', hasBody],
    ['unprocessable', isKeyed(entry)],
    ['too-many', isLimited(entry) || permission === 'anyone'],
    ['unavailable', true],
  ];
  const refer = (kind: ErrorKind) => ({ $ref: `#/components/responses/${refusalKinds[kind][0]}` });
  return {
    ...Object.fromEntries(kinds.filter(([, may]) => may).map(([kind]) => [httpStatus[kind], refer(kind)])),
    default: {
      description: 'Refused.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

function bodyOf(entry: Route, input: Schema, params: readonly string[]): object {
  const body = Object.entries(input.properties ?? {}).filter(
    ([name]) => !params.includes(name) && name !== entry.rowsAs,
  );
  if (isRead(entry) || (body.length === 0 && !entry.rowsAs)) return {};
  const required = new Set(input.required ?? []);
  return { requestBody: { content: bodyContent(entry, { input, body, required }) } };
}

type Fields = readonly (readonly [string, Schema])[];
interface Body {
  readonly input: Schema;
  readonly body: Fields;
  readonly required: ReadonlySet<string>;
}

/** JSON; for a call that accepts a file, also a form with the file, or its rows as JSON next to the other fields. */
function bodyContent({ rowsAs, fileAs }: Route, { input, body, required }: Body) {
  const rows = rowsAs && (input.properties?.[rowsAs] ?? { type: 'array', items: {} });
  if (rowsAs && rows && !fileAs) return { 'application/json': { schema: rows } };
  const others = body.filter(([name]) => name !== fileAs);
  if (!rowsAs || !rows || !fileAs) return { 'application/json': { schema: getObject(others, required) } };
  const file: Schema = { type: 'string', format: 'binary' };
  const fileRows: Fields = input.properties?.[fileAs]?.['anyOf'] ? [[fileAs, rows]] : []; // in JSON `file` holds rows too
  return {
    'multipart/form-data': { schema: getObject([[fileAs, file], ...others], required) },
    'application/json': { schema: getObject([[rowsAs, rows], ...fileRows, ...others], required) },
  };
}

const getObject = (fields: Fields, required: ReadonlySet<string>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields),
  required: fields.map(([name]) => name).filter((name) => required.has(name)),
});

const officeSchema = (output: Output): z.ZodType => (output instanceof z.ZodType ? output : output.office);
