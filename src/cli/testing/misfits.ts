import type { Schema } from '../../api/contract/json-schema.js';
import { isObject } from '../../domain/kernel/objects.js';

/** Where a value differs from a schema, or has more fields: each place with its problem; empty if it matches. */
export function findMisfits(value: unknown, schema: Schema, at = ''): string[] {
  const kinds = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined; // a JSON Schema
  if (kinds) {
    const misfitLists = kinds.map((kind) => findMisfits(value, kind, at));
    return misfitLists.some(({ length }) => length === 0) ? [] : findClosest(misfitLists);
  }
  if (schema['const'] !== undefined && schema['const'] !== value)
    return [`${at}: is not ${JSON.stringify(schema['const'])}`];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return [`${at}: ${String(value)} is not listed`];
  const types = [schema['type'] ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return [`${at}: is ${value === null ? 'null' : typeof value}, not ${types.join(' or ')}`];
  if (Array.isArray(value)) {
    const items = schema['items'] as Schema | undefined;
    return items ? value.flatMap((item, n) => findMisfits(item, items, `${at}[${n}]`)) : [];
  }
  return isObject(value) && (schema.properties || schema['additionalProperties'] !== undefined)
    ? listMisfitsInside(value, schema, at)
    : [];
}

function listMisfitsInside(value: Readonly<Record<string, unknown>>, schema: Schema, at: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => value[name] === undefined).map((name) => `${at}.${name}: is missing`);
  const misfitList = Object.entries(value).flatMap(([name, inner]) => {
    const property =
      properties[name] ?? (isObject(additionalProperties) ? (additionalProperties as Schema) : undefined);
    return property ? findMisfits(inner, property, `${at}.${name}`) : [`${at}.${name}: is not described`];
  });
  return [...missing, ...misfitList];
}

const findClosest = (lists: readonly string[][]): string[] =>
  lists.reduce((best, one) => (one.length < best.length ? one : best));

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value) && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
