import { permissionLabels } from '../../domain/kernel/rights/permission-labels.js';
import type { ErrorKind } from '../../domain/kernel/errors.js';
import { httpStatus } from '../middleware/errors.js';
import { progressHeader } from '../http/progress.js';
import { sessionHeader } from '../guard/session-cookie.js';
import type { Route } from '../route.js';
import { answerSchema } from './answer-schema.js';
import { headerRefs, idempotencyHeader, knownHeader } from './headers.js';
import { toJson, type Schema } from './json-schema.js';
import { describeParameter } from './parameter-texts.js';
import { readExamples, type CallExamples } from './operation-examples.js';
import { refusalKinds } from './refusals.js';
import { describeBody } from './request-body.js';

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

/** The parts of a call's description that other files read. */
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
  const examples = readExamples(entry);
  const rule = service.permission === 'anyone' ? null : permissionLabels[service.permission];
  return {
    operationId: getName(entry.key),
    summary: service.summary,
    description: `${rule ? `Permission: ${rule}.` : 'Open to everyone.'}${entry.deprecated ? describeEnd(entry.deprecated) : ''}`,
    tags: [tag],
    ...(entry.deprecated && { deprecated: true }),
    ...(rule ? {} : { security: [] }),
    parameters: getParameters(entry, { input, path, examples }),
    ...describeBody(entry, input, { params: getParams(url), shown: examples }),
    responses: {
      [entry.status ?? 200]: getSuccess(entry, examples),
      ...(hasTag(entry) && { 304: notModified }),
      ...getRefusals(entry, method),
    },
  };
}

const getParams = (url: string): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** The operation ID `getOrdersStatusByStatus` for `GET /api/orders/status/:status`. */
function getName(key: string): string {
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
  ` Deprecated${sunset ? `; it may be removed from ${sunset}` : ''}.${instead ? ` Use ${instead} instead.` : ''}`;

const isRead = ({ key }: Route): boolean => key.startsWith('GET ');
const hasTag = (entry: Route): boolean => isRead(entry) && !entry.file && !entry.image;
const isKeyed = ({ key, keyed }: Route): boolean => key.startsWith('POST ') || keyed === true;
const isLimited = ({ rowsAs, file, costly }: Route): boolean => Boolean(rowsAs ?? file ?? costly);

interface DescribedCall {
  readonly input: Schema;
  readonly path: string;
  readonly examples: CallExamples;
}

function getParameters(entry: Route, { input, path, examples }: DescribedCall): Parameter[] {
  const { key } = entry;
  const params = getParams(key);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const requiredNames = new Set(input.required ?? []);
  const inQuery = isRead(entry)
    ? Object.entries(input.properties ?? {}).filter(([name]) => !params.includes(name))
    : [];
  const describe = (name: string, schema: Schema | undefined) => {
    const text = schema?.description ?? describeParameter(key, name);
    return text === undefined ? {} : { description: text };
  };
  const inPath = params.map((name, n) => {
    const schema = input.properties?.[name] ?? { type: 'string' };
    const example = examples.parameter(name, 'path', schema);
    return {
      name: names[n] ?? name,
      in: 'path' as const,
      required: true,
      ...describe(name, schema),
      schema,
      ...example,
    };
  });
  return [
    ...inPath,
    ...inQuery.map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: requiredNames.has(name),
      ...describe(name, schema),
      schema,
      ...examples.parameter(name, 'query', schema),
    })),
    ...(entry.preview ? [previewParameter] : []),
    ...(hasTag(entry) ? [knownHeader] : []),
    ...(isKeyed(entry) ? [idempotencyHeader] : []),
    ...(entry.progress ? [progressHeader] : []),
    ...(entry.session ? [sessionHeader] : []),
  ];
}

const previewParameter = {
  name: 'preview',
  in: 'query',
  required: false,
  description: '`true`: the response reports what would happen, and nothing is changed.',
  schema: { type: 'boolean', default: false },
} as const;

const notModified = { description: 'The response you have is current.', headers: headerRefs('ETag') } as const;

function getSuccess(entry: Route, examples: CallExamples): object {
  const headers = headerRefs(
    'RequestId',
    ...(hasTag(entry) ? (['ETag'] as const) : []),
    ...(isLimited(entry) ? (['RateLimit', 'RateLimitPolicy'] as const) : []),
    ...(entry.deprecated ? (['Deprecation', 'Link'] as const) : []),
    ...(entry.deprecated?.sunset ? (['Sunset'] as const) : []),
    ...(entry.media ? (['NextSince'] as const) : []),
  );
  return {
    description: entry.file ? 'The file.' : entry.image ? 'The picture.' : 'Done.',
    headers,
    content: getContent(entry, examples),
  };
}

function getContent(entry: Route, examples: CallExamples): object {
  const binary = { schema: { type: 'string', format: 'binary' } };
  if (entry.image) return { 'image/png': binary };
  if (entry.file) return { [entry.media ?? 'application/octet-stream']: binary };
  return {
    'application/json': { schema: answerSchema(entry.service.output), ...examples.answers(entry.status ?? 200) },
  };
}

/** The refusals of a call. Other refusals have the same form. */
function getRefusals(entry: Route, method: string): object {
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
      description: 'The call was refused.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}
