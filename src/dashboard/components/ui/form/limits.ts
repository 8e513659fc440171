import { createContext, useContext } from 'react';
import type { z } from 'zod';
import { decimalsProblem } from '../../../lib/decimals.js';
import { addLabel } from './problems.js';

/** The schema of the call that saves a form; text and number fields enforce its limits while typing. */
export const Limits = createContext<z.ZodType | null>(null);

/**
 * Validates a field against the form's schema: true, or why the server would refuse the value. A number that the schema
 * accepts, or does not describe, must have at most `decimals`.
 */
export function useLimit(name: string, label: string, decimals?: number): (value: unknown) => true | string {
  const schema = useContext(Limits);
  const limit = schema ? findLimit(schema, name) : undefined;
  return (value) => {
    const verdict = limit ? checkLimit(limit, value, label) : true;
    return verdict === true ? checkDecimals(value, decimals, label) : verdict;
  };
}

function checkDecimals(value: unknown, most: number | undefined, label: string): true | string {
  const problem = typeof value === 'number' && most !== undefined ? decimalsProblem(value, most) : null;
  return problem === null || addLabel(label, problem);
}

/**
 * Checks only typed values; empty fields, references, and values in another shape than the call's are checked
 * elsewhere.
 */
export function checkLimit(limit: z.ZodType, value: unknown, label: string): true | string {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return true;
  const issue = limit.safeParse(value).error?.issues[0];
  if (!issue || isReference(issue) || (issue.code === 'invalid_type' && typeof value !== 'number')) return true;
  return addLabel(label, issue.message);
}

/** Why a call would refuse a number entered outside a form, by field path, `counts.0.counted`; null if it is valid. */
export function describeRefusal(call: z.ZodType, path: string, value: number, label: string): string | null {
  if (Number.isNaN(value)) return `${label} must be a number`;
  const limit = findLimit(call, path);
  const verdict = limit ? checkLimit(limit, value, label) : true;
  return verdict === true ? null : verdict;
}

/** Whether the call expects a record's ID here, for which the form may show a name. */
const isReference = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union' || (issue.code === 'invalid_format' && issue.format === 'uuid');

interface Definition {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

/** The schema of a field by its path in the form, `items.0.quantity`; undefined if the call has no such field. */
export function findLimit(schema: z.ZodType, path: string): z.ZodType | undefined {
  let field: z.ZodType | undefined = schema;
  for (const step of path.split('.')) {
    const { shape, element } = unwrap(field);
    field = shape?.[step] ?? (/^\d+$/.test(step) ? element : undefined);
    if (!field) return undefined;
  }
  return field;
}

/** Unwraps optional, nullable, default and transform. */
function unwrap(schema: z.ZodType): Definition {
  const definition = schema.def as Definition; // only the parts of a definition that are used here
  const inner = definition.innerType ?? definition.in;
  return inner ? unwrap(inner) : definition;
}
