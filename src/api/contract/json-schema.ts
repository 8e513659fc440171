import { z } from 'zod';
import { isObject, parseOwnJson } from '../../domain/kernel/objects.js';

/** The parts of JSON Schema that the description of the API reads. */
export type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
};

/** Converts a schema for the OpenAPI document. `z.json()` is recursive; here it becomes "any value". */
export function toJson(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema; // the parts of JSON Schema that are read here
  const text = JSON.stringify(rest).replace(/\{"\$ref":"#\/\$defs\/[^"]+"\}/g, '{}');
  return JSON.parse(text, (_key, value: unknown) => (isObject(value) ? withItems(value) : value)) as Schema; // the same without its references
}

/** A list of fixed length in a form for tools that do not support `prefixItems`. */
function withItems(schema: Readonly<Record<string, unknown>>): unknown {
  const { prefixItems, ...rest } = schema;
  if (!Array.isArray(prefixItems) || isObject(schema['items'])) return schema;
  const kinds = [...new Set(prefixItems.map((item) => JSON.stringify(item)))].map((text) => parseOwnJson(text));
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length };
}
