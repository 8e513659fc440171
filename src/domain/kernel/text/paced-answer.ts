import { z } from 'zod';
import { Pace } from '../pace.js';
import { isObject } from '../objects.js';

/** Longer lists are processed with rests. */
const LONG = 1000;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG;

const asFields = (answer: unknown) => (isObject(answer) ? answer : {});

/** Like `z.encode`, but encodes long lists row by row, with rests in between. Only then it returns a promise. */
export function encodePaced(schema: z.ZodType, answer: unknown): unknown {
  const longFields = schema instanceof z.ZodObject ? longLists(schema, answer) : [];
  return longFields.length === 0 ? z.encode(schema, answer) : encodeLong(schema, answer, longFields);
}

async function encodeLong(schema: z.ZodType, answer: unknown, longFields: readonly LongList[]): Promise<unknown> {
  const rest = z.encode(schema, {
    ...asFields(answer),
    ...Object.fromEntries(longFields.map(({ name }) => [name, []])),
  });
  const pace = new Pace(undefined);
  const lists: [string, unknown[]][] = [];
  for (const { name, element, rows } of longFields)
    lists.push([name, await pace.map(rows, (row) => z.encode(element, row))]);
  return { ...asFields(rest), ...Object.fromEntries(lists) };
}

interface LongList {
  readonly name: string;
  readonly element: z.ZodType;
  readonly rows: readonly unknown[];
}

function longLists({ shape }: z.ZodObject, answer: unknown): LongList[] {
  return Object.entries(asFields(answer)).flatMap(([name, rows]) => {
    if (!isLong(rows)) return [];
    const list: unknown = shape[name];
    return list instanceof z.ZodArray && list.element instanceof z.ZodType
      ? [{ name, element: list.element, rows }]
      : [];
  });
}

/**
 * Like `JSON.stringify`, but writes long lists, also as fields of an object, row by row with rests in between. Only
 * then it returns a promise.
 */
export function jsonTextPaced(answer: unknown): string | Promise<string> {
  if (isLong(answer)) return listText(answer, new Pace(undefined));
  return isObject(answer) && Object.values(answer).some(isLong) ? objectText(answer) : JSON.stringify(answer);
}

async function objectText(answer: object): Promise<string> {
  const pace = new Pace(undefined);
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    const text = isLong(value) ? await listText(value, pace) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

const listText = async (rows: readonly unknown[], pace: Pace): Promise<string> =>
  `[${(await pace.map(rows, (row) => JSON.stringify(row) ?? 'null')).join(',')}]`;
