import { z } from 'zod';
import { permissions } from '../../domain/kernel/rights/permissions.js';
import { version } from '../../domain/kernel/platform/version.js';
import type { Output } from '../../domain/kernel/service.js';
import { progressHeader } from '../http/progress.js';
import { sessionHeader } from '../guard/session-cookie.js';
import type { Route } from '../route.js';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };

/** The OpenAPI 3.1 document of the registry, generated from the schemas that validate each call. */
export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of routes) {
    const [method = '', path = ''] = entry.key.split(' ');
    const braced = path.replace(/:(\w+)/g, '{$1}');
    (paths[braced] ??= {})[method.toLowerCase()] = operation(
      entry,
      method,
      [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shedworks',
      version,
      description:
        'The API of the Shedworks back office. Sign in with POST /api/auth and send the token as x-auth-token.',
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
      schemas: {
        Error: toJson(
          z.object({
            msg: z.string(),
            code: z.string(),
            errors: z.array(z.object({ path: z.string(), msg: z.string() })),
            requestId: z.string(),
          }),
        ),
      },
    },
    paths,
  };
}

function operation(entry: Route, method: string, params: readonly string[]): object {
  const { service } = entry;
  const input = toJson(service.input);
  const fields = Object.entries(input.properties ?? {});
  const required = new Set(input.required ?? []);
  const inQuery = method === 'GET' ? fields.filter(([name]) => !params.includes(name)) : [];
  const body = fields.filter(([name]) => !params.includes(name) && name !== entry.rowsAs);
  const rule = service.permission === 'anyone' ? null : permissions[service.permission];
  return {
    summary: service.summary,
    operationId: entry.key.replace(/[^\w]+/g, '_'),
    ...(rule ? { description: `Permission: ${rule.label}.` } : { security: [] }),
    parameters: [
      ...params.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' },
      })),
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })),
      ...(entry.progress ? [progressHeader] : []),
      ...(entry.session ? [sessionHeader] : []),
    ],
    ...(method === 'GET' || (body.length === 0 && !entry.rowsAs)
      ? {}
      : { requestBody: { content: bodyContent(entry, input, body, required) } }),
    responses: {
      [entry.status ?? 200]: {
        description: 'Done',
        content: entry.file
          ? { 'application/octet-stream': {} }
          : { 'application/json': { schema: toJson(officeSchema(service.output)) } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

type Fields = readonly (readonly [string, Schema])[];

/** JSON; for a call that accepts a file, also a form with the file, or its rows as JSON next to the other fields. */
function bodyContent(entry: Route, input: Schema, body: Fields, required: ReadonlySet<string>) {
  const { rowsAs, fileAs } = entry;
  const rows = rowsAs && (input.properties?.[rowsAs] ?? { type: 'array' });
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

/** Converts a schema for the document. `z.json()` is recursive; here it becomes "any value". */
function toJson(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema; // the parts of JSON Schema that are read here
  return JSON.parse(JSON.stringify(rest).replace(/\{"\$ref":"#\/\$defs\/[^"]+"\}/g, '{}')) as Schema; // the same without its references
}
