import { z } from 'zod';
import { Pace } from '../pace.js';

/** Lists that are longer are gone through with rests. */
const LONG = 1000;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG;

/** What `z.encode` makes of an answer; long lists of it row by row, with rests between them. */
export async function encodePaced(schema: z.ZodType, answer: unknown): Promise<unknown> {
  const long = schema instanceof z.ZodObject ? longLists(schema, answer) : [];
  if (long.length === 0) return z.encode(schema, answer);
  const rest = z.encode(schema, { ...(answer as object), ...Object.fromEntries(long.map(({ name }) => [name, []])) });
  const pace = new Pace(undefined);
  const lists: [string, unknown[]][] = [];
  for (const { name, element, rows } of long) lists.push([name, await pace.map(rows, (row) => z.encode(element, row))]);
  return { ...(rest as object), ...Object.fromEntries(lists) };
}

function longLists({ shape }: z.ZodObject, answer: unknown) {
  return Object.entries(answer as object).flatMap(([name, rows]: [string, unknown]) => {
    const list = isLong(rows) ? (shape[name] as unknown) : undefined;
    return list instanceof z.ZodArray ? [{ name, element: list.element as z.ZodType, rows: rows as unknown[] }] : [];
  });
}

/** What `JSON.stringify` makes of an answer; long lists, and long lists of an object, row by row with rests between them. */
export async function jsonTextPaced(answer: unknown): Promise<string> {
  if (isLong(answer)) return listText(answer, new Pace(undefined));
  if (typeof answer !== 'object' || answer === null || !Object.values(answer).some(isLong))
    return JSON.stringify(answer);
  const pace = new Pace(undefined);
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    const text = isLong(value) ? await listText(value, pace) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

const listText = async (rows: readonly unknown[], pace: Pace): Promise<string> =>
  `[${(await pace.map(rows, (row) => JSON.stringify(row) ?? 'null')).join(',')}]`;
