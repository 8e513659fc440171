import { expect, test } from 'vitest';
import { z } from 'zod';
import { reports } from '../../domain/reporting/reports/registry.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';

/** Fields that another schema reads again: a filter by that of its report. */
const readAgain: Readonly<Record<string, readonly string[]>> = { 'POST /api/reports/:name/file': ['filter'] };

test.each(routes as readonly Route[])('every list and every free value of $key has a limit', (entry) => {
  const except = [...(entry.rowsAs ? [entry.rowsAs] : []), ...(readAgain[entry.key] ?? [])];
  const inputs = [entry.service.input, ...(entry.preview ? [entry.preview.input] : [])];
  expect(inputs.flatMap((input) => listUnlimited(input, '', except))).toEqual([]);
});

test.each(reports)('every list and every free value in the filter of the report $name has a limit', ({ filter }) => {
  expect(listUnlimited(filter, '')).toEqual([]);
});

/**
 * The fields whose number of values the schema does not limit: lists, objects with any names, and values of any kind.
 * Custom schemas check their value themselves; the rows of an upload, `except`, are read one by one.
 */
function listUnlimited(schema: z.core.$ZodType, path: string, except: readonly string[] = []): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  if (def.type === 'object')
    return Object.entries({ ...def.shape, ...(def.catchall && { '*': def.catchall }) }).flatMap(([name, field]) =>
      except.includes(name) ? [] : listUnlimited(field, path === '' ? name : `${path}.${name}`),
    );
  if (def.type === 'array')
    return [...(isLimitedFirst(def.checks) ? [] : [path]), ...listUnlimited(def.element, `${path}[]`)];
  if (def.type === 'record') {
    const hasMost = z.globalRegistry.get(schema)?.['maxProperties'] !== undefined; // set by `limitNames`
    return [...(hasMost ? [] : [path]), ...listUnlimited(def.valueType, `${path}{}`)];
  }
  if (['any', 'unknown', 'lazy', 'set', 'map'].includes(def.type)) return [path];
  return listInner(def).flatMap((inner) => listUnlimited(inner, path, except));
}

/** The schemas that read the same value, or parts of fixed number. */
function listInner(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  if (def.type === 'pipe') return [def.in, def.out];
  if (def.type === 'intersection') return [def.left, def.right];
  if (def.type === 'union') return def.options;
  if (def.type === 'tuple') return def.items;
  return 'innerType' in def ? [def.innerType] : [];
}

/** Whether a list is refused for its length before its elements are read, which zod does if no other check is first. */
function isLimitedFirst(checks: readonly z.core.$ZodCheck[] = []): boolean {
  const kinds = checks.map((check) => check._zod.def.check);
  const most = kinds.findIndex((kind) => kind === 'max_length' || kind === 'length_equals');
  return most >= 0 && kinds.slice(0, most).every((kind) => kind === 'min_length');
}

test.each([
  ['a list without a limit', z.array(z.string())],
  [
    'a list whose elements are read before its limit',
    z
      .array(z.string())
      .superRefine(() => undefined)
      .max(3),
  ],
  ['a record', z.record(z.string(), z.string()).optional()],
  ['any value', z.json()],
  ['a list in a list', z.array(z.array(z.unknown())).max(3)],
])('the net finds %s', (_, field) => {
  expect(listUnlimited(z.object({ field }), '')).not.toEqual([]);
});
