import { z } from 'zod';
import { isObject } from '../../domain/kernel/objects.js';
import type { Output } from '../../domain/kernel/service.js';
import { toJson, type Schema } from './json-schema.js';

/**
 * The response of a call for all audiences. A field that only some of them get, such as a company figure, is not
 * required.
 */
export function answerSchema(output: Output): Schema {
  if (output instanceof z.ZodType) return toJson(output);
  const otherSchemas = [output.shop, output.builder].filter((schema) => schema !== undefined);
  return otherSchemas.map(toJson).reduce(merge, toJson(output.office));
}

/** A schema that accepts what either of two accepts. Two objects become one with the fields of both. */
function merge(one: Schema, other: Schema): Schema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (one.properties && other.properties) return mergeObjects(one, other);
  const lists = mergeParts(one, other);
  if (lists) return lists;
  const kinds = [...alternatives(one), ...alternatives(other)];
  return { anyOf: [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()] };
}

function mergeObjects(one: Schema, other: Schema): Schema {
  const requiredNames = new Set(other.required ?? []);
  const properties = { ...other.properties, ...one.properties };
  for (const [name, schema] of Object.entries(one.properties ?? {})) {
    const second = other.properties?.[name];
    if (second) properties[name] = merge(schema, second);
  }
  return { ...one, properties, required: (one.required ?? []).filter((name) => requiredNames.has(name)) };
}

/** Lists and choices of the same form, merged part by part; null if they differ in form. */
function mergeParts(one: Schema, other: Schema): Schema | null {
  const [items, otherItems] = [one['items'], other['items']];
  if (isSchema(items) && isSchema(otherItems)) return { ...one, items: merge(items, otherItems) };
  const [kinds, otherKinds] = [one.anyOf, other.anyOf];
  if (!kinds || !otherKinds || kinds.length !== otherKinds.length) return null;
  return { ...one, anyOf: kinds.map((kind, n) => merge(kind, otherKinds[n] ?? kind)) };
}

const isSchema = (value: unknown): value is Schema => isObject(value);

const alternatives = (schema: Schema): readonly Schema[] =>
  Object.keys(schema).length === 1 && schema.anyOf ? schema.anyOf : [schema];
