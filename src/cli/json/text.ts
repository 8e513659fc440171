import type { Schema } from '../../api/contract/json-schema.js';

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** A schema as a TypeScript type, which most readers know. */
export function toTypeText(schema: Schema, indent = ''): string {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return union(kinds.map((kind) => toTypeText(kind, indent)));
  if (schema.allOf) return schema.allOf.map((one) => toTypeText(one, indent)).join(' & ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)));
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one: string) => toTypeText({ ...schema, type: one }, indent)));
  if (type === 'array') return listText(schema, indent);
  if (type === 'object' || schema.properties) return objectText(schema, indent);
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'unknown';
}

const union = (kinds: readonly string[]): string => [...new Set(kinds)].join(' | ');

function listText({ items }: Schema, indent: string): string {
  const inner = isSchema(items) ? toTypeText(items, indent) : 'unknown';
  return / [|&] /.test(inner.replace(/\{[^]*\}/, '')) ? `(${inner})[]` : `${inner}[]`;
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inside = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${inside}${key}${required.includes(name) ? '' : '?'}: ${toTypeText(schema, inside)};`;
  });
  if (isSchema(additionalProperties))
    lines.push(`${inside}[name: string]: ${toTypeText(additionalProperties, inside)};`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
