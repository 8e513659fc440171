import { z } from 'zod';
import { toEntries } from '../../domain/kernel/objects.js';
import { version } from '../../domain/kernel/platform/version.js';
import { httpStatus } from '../middleware/errors.js';
import type { RouteList } from '../route.js';
import { answerHeaders, headerRefs } from './headers.js';
import { toOperation, type Operation } from './operation.js';
import { readExamples } from './operation-examples.js';
import { refusalKinds } from './refusals.js';
import { toJson } from './json-schema.js';
import { openApiWebhooks } from './openapi-webhooks.js';

/** The OpenAPI 3.1 document of the registry, generated from the schemas that validate each call. */
export function openApi(lists: readonly RouteList[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  const pathByShape = new Map<string, string>();
  for (const list of lists)
    for (const entry of list.routes) {
      const [method = '', url = ''] = entry.key.split(' ');
      const path = url.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}');
      const shape = path.replace(/\{\w+\}/g, '{}');
      const firstPath = pathByShape.get(shape) ?? path; // paths that differ only in parameter names count as one
      pathByShape.set(shape, firstPath);
      (paths[firstPath] ??= {})[method.toLowerCase()] = toOperation(entry, { path: firstPath, tag: list.name });
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shedworks',
      version,
      description:
        'The API of the Shedworks back office. `/api/docs` explains signing in, errors, paging and retries, with examples.',
      contact: { name: 'The operator of this installation' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: lists
      .map(({ name, description }) => ({ name, description }))
      .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
    security: [{ token: [] }, { bearer: [] }, { cookie: [], cookieUser: [] }],
    components: { securitySchemes, headers: getHeaders(lists), schemas: { Error: toJson(ErrorAnswer) }, responses },
    paths,
    webhooks: openApiWebhooks(),
  };
}

/** The response headers; those of deprecated calls only if there are such calls. */
function getHeaders(lists: readonly RouteList[]): object {
  const { Deprecation, Sunset, Link, ...others } = answerHeaders;
  const deprecatedRoutes = lists.flatMap(({ routes }) => routes).filter((entry) => entry.deprecated);
  if (deprecatedRoutes.length === 0) return others;
  return {
    ...others,
    Deprecation,
    Link,
    ...(deprecatedRoutes.some((entry) => entry.deprecated?.sunset) && { Sunset }),
  };
}

/** The document. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [more: string]: unknown };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [more: string]: unknown;
}

const ErrorAnswer = z.object({
  msg: z.string().describe('What went wrong, for a person.'),
  code: z.string().describe('What went wrong, for a program; `/api/docs#errors` lists the codes.'),
  errors: z
    .array(z.object({ path: z.string(), msg: z.string() }))
    .describe('Every problem of an invalid request, with its field.'),
  requestId: z.string().describe('Identifies the request in our log.'),
  current: z.unknown().optional().describe('With the code `stale-record`: the record as it is now.'),
});

const securitySchemes = {
  token: {
    ...{ type: 'apiKey', in: 'header', name: 'x-auth-token' },
    description: 'The `token` that POST /api/auth returns, or an API key.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  cookie: {
    ...{ type: 'apiKey', in: 'cookie', name: 'session' },
    description: 'The session of the dashboard. The name of the cookie ends in letters that identify the installation.',
  },
  cookieUser: {
    ...{ type: 'apiKey', in: 'header', name: 'X-Session' },
    description: 'The ID of the user whose session the cookie holds; without it, the cookie is ignored.',
  },
} as const;

/** The refusals that calls refer to. */
const responses = Object.fromEntries(
  toEntries(refusalKinds).map(([kind, [name, description]]) => {
    const waits = kind === 'too-many' || kind === 'unavailable';
    const headers = headerRefs('RequestId', ...(waits ? (['RetryAfter'] as const) : []));
    const content = {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(kind === 'invalid' ? readExamples({ key: 'GET /api/orders' }).answers(httpStatus[kind]) : {}),
      },
    };
    return [name, { description: `${httpStatus[kind]}: ${description}`, headers, content }];
  }),
);
