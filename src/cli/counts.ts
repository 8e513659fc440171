import { isObject } from '../domain/kernel/objects.js';

const MOST = 12;
let noted: Readonly<Record<string, number>> = {};

/** Remembers the counts of a result, or its number of rows, for the record of the run. */
export function noteCounts(value: unknown): void {
  noted = Object.fromEntries(Object.entries(findCounts(value)).slice(0, MOST));
}

/** Returns the counts of the last result and forgets them. */
export function takeCounts(): Readonly<Record<string, number>> {
  const counts = noted;
  noted = {};
  return counts;
}

function findCounts(value: unknown): Record<string, number> {
  if (Array.isArray(value)) return countAll(value);
  if (!isObject(value) || '_id' in value) return {}; // the numbers of a record count nothing
  const inner = value['counts'];
  if (isObject(inner)) return onlyNumbers(inner);
  const items = value['items'];
  return { ...onlyNumbers(value), ...(Array.isArray(items) ? { items: items.length } : {}) };
}

/** The sums of the results of several files, if each has counts; otherwise the number of rows. */
function countAll(values: readonly unknown[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const value of values) {
    const counts = isObject(value) ? value['counts'] : undefined;
    if (!isObject(counts)) return { rows: values.length };
    for (const [name, n] of Object.entries(onlyNumbers(counts))) sums[name] = (sums[name] ?? 0) + n;
  }
  return sums;
}

const onlyNumbers = (fields: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'number' && Number.isSafeInteger(value) && name !== 'revision' ? [[name, value]] : [],
    ),
  );
