import { z } from 'zod';
import { isObject, isPlainObject } from '../objects.js';

type Json = z.core.util.JSONType;

/**
 * Any JSON value of at most `most` characters. It is checked in one pass, unlike `z.json()`, which tries every kind of
 * value for each element.
 */
export const JsonValue = (most: number) => limited(z.custom<Json>(isJson, 'must be a JSON value'), most);

/** A JSON object with any fields, of at most `most` characters. */
export const JsonFields = (most: number) =>
  limited(
    z.custom<Record<string, unknown>>((value) => isPlainObject(value) && isJson(value), 'must be an object'),
    most,
  ).meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} });

const limited = <T>(schema: z.ZodType<T, T>, most: number) =>
  schema.refine((value) => JSON.stringify(value).length <= most, 'is too long');

function isJson(whole: unknown): boolean {
  const waiting = [whole];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isObject(value)) for (const inner of Object.values(value)) waiting.push(inner);
    else if (typeof value === 'number' ? !Number.isFinite(value) : !isWord(value)) return false;
  }
  return true;
}

const isWord = (value: unknown): boolean => value === null || typeof value === 'string' || typeof value === 'boolean';
