import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, describe, expect, test } from 'vitest';
import { permissionLabels } from '../../domain/kernel/rights/permission-labels.js';
import { TEST_EVENT, webhookEvents } from '../../domain/operations/webhooks/event-schema.js';
import { useWorld } from '../../domain/testing/world.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { useApi } from '../testing/api.js';
import { findSchemaProblems } from '../testing/json-schema.js';
import { getParams } from '../testing/references.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: unknown;
}
interface Content {
  readonly [type: string]: { readonly schema?: unknown };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}

const world = useWorld();
const api = useApi(world);
let document: Document;
beforeAll(async () => {
  document = (await api.call(null, 'GET', '/api/openapi.json')).json as Document;
});

const entries = routes as readonly Route[];
const toBraced = (key: string): [string, string] => {
  const [method = '', path = ''] = key.split(' ');
  return [path.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}'), method.toLowerCase()];
};
/** The path in the document, where paths that differ only in parameter names count as one. */
const getShape = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const getOperation = (key: string): Operation | undefined => {
  const [path, method] = toBraced(key);
  const shownPath = Object.keys(document.paths).find((knownPath) => getShape(knownPath) === getShape(path));
  return document.paths[shownPath ?? '']?.[method];
};

describe('the OpenAPI document', () => {
  test('is version 3.1, names product and version, and has exactly the calls of the registry', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: expect.any(String) as unknown,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
    });
    const documentedCalls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${getShape(path)}`),
    );
    const real = entries.map(({ key }) => getShape(toBraced(key).reverse().join(' ')));
    expect(documentedCalls.sort()).toEqual(real.sort());
    expect(new Set(real).size).toBe(real.length);
  });

  test('gives every call its own ID', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id, n) => !id || ids.indexOf(id) !== n)).toEqual([]);
  });

  test('passes Spectral with all OpenAPI rules, without errors or warnings', async () => {
    const linter = new spectral.Spectral();
    // the product does not know its operator's address
    linter.setRuleset({ extends: [[rulesets.oas as never, 'all']], rules: { 'contact-properties': 'off' } });
    const findings = await linter.run(document as never); // a JSON answer
    expect(findings.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
  });

  test('names paths without a trailing slash, which the server does not need', async () => {
    for (const { key } of entries.filter((entry) => entry.key.endsWith('/'))) {
      const [method = '', path = ''] = key.slice(0, -1).split(' ');
      expect(
        (await api.call('office.admin', method, path, method === 'GET' ? {} : { body: { '': 0 } })).status,
        key,
      ).not.toBe(404);
    }
  });

  test('resolves every reference', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(refs.length).toBeGreaterThan(0);
    for (const $ref of new Set(refs)) expect(findSchemaProblems({ $ref }, document)).toEqual([]);
  });

  test.each(entries)('describes $key', (entry) => {
    const operation = getOperation(entry.key) as Operation;
    expect(operation.summary).toBe(entry.service.summary);
    const { permission } = entry.service;
    if (permission === 'anyone') expect(operation.security).toEqual([]);
    else {
      expect(operation.description).toContain(permissionLabels[permission]);
      expect(operation.security).toBeUndefined();
    }
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath).toHaveLength(getParams(entry.key).length);
    expect(inPath.every(({ required }) => required === true)).toBe(true);
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([String(entry.status ?? 200), 'default']));
    expect(getProblems(operation)).toEqual([]);
  });
});

test('lists every webhook event type, with the schema of its body', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...Object.keys(webhookEvents), TEST_EVENT].toSorted());
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(JSON.stringify(post.requestBody)).toContain(`"const":"${type}"`);
    expect(getProblems(post)).toEqual([]);
  }
});

function getProblems({ parameters, requestBody, responses }: Operation): string[] {
  const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content ?? {})];
  const schemas = [
    ...parameters.map(({ schema }) => schema),
    ...contents.flatMap((content) => Object.values(content).map(({ schema }) => schema ?? true)),
  ];
  const missing = parameters
    .filter(({ schema }) => schema === undefined)
    .map(({ name }) => `parameter ${name} has no schema`);
  return [
    ...missing,
    ...schemas.filter((schema) => schema !== undefined).flatMap((schema) => findSchemaProblems(schema, document)),
  ];
}

test('the readable page lists every call and runs no script', async () => {
  const { text, headers } = await api.call(null, 'GET', '/api/docs');
  expect(headers['content-type']).toMatch(/html/);
  for (const path of Object.keys(document.paths)) expect(text).toContain(path);
  expect(text).not.toMatch(/<script/i);
});

test('a broken schema is noticed', () => {
  const brokenBody = {
    type: 'text',
    properties: { a: { $ref: '#/nowhere' }, b: { pattern: '(' }, c: { anyOf: [] } },
    required: ['d'],
    maxLength: -1,
  };
  expect(findSchemaProblems(brokenBody, brokenBody)).toHaveLength(6);
});
