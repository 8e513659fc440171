/** The keys of a table whose type lists them all, such as a literal. For wider objects the type would be wrong. */
export const toKeys = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** The entries of such a table. */
export const toEntries = <T extends object>(table: T): [keyof T & string, T[keyof T & string]][] =>
  toKeys(table).map((name) => [name, table[name]]);

/**
 * An object with a value for each element of a list. It is complete by construction, which the types of `fromEntries`
 * cannot express.
 */
export const recordFrom = <T, K extends string, V>(
  list: readonly T[],
  toKey: (one: T) => K,
  toValue: (one: T) => V,
): Record<K, V> => Object.fromEntries(list.map((one) => [toKey(one), toValue(one)])) as Record<K, V>; // complete, as described above

/** An object with a value for each name. */
export const toRecord = <K extends string, V>(names: readonly K[], of: (name: K) => V): Record<K, V> =>
  recordFrom(names, (name) => name, of);

/** Picks some fields of an object. */
export function pickFields<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const copy: Partial<Pick<T, K>> = {};
  for (const name of names) copy[name] = from[name];
  return copy as Pick<T, K>; // each of the names has a value
}

/** The fields of an object that have a value, because those left out of a change are unchanged. */
export const pickGiven = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>;
  }; // without undefined values

/** Whether a value is in a list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((one) => one === value);

/** The element of a list that equals a value; undefined if there is none. */
export const findOneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((one) => one === value);

/** Whether a name is a table's own key. */
export const isKeyOf = <T extends object>(table: T, name: PropertyKey): name is keyof T & string =>
  Object.hasOwn(table, name);

/** Whether a value is an object or a list, so that its fields can be read. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a value is an object but not a list. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/** A thrown value as an error, which is all that libraries throw. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The code of a system error, such as `ENOENT`; undefined for any other error. */
export const getErrorCode = (error: unknown): string | undefined =>
  isObject(error) && typeof error['code'] === 'string' ? error['code'] : undefined;

/** Groups the elements of a list by key, in their sequence. An element whose key is null is left out. */
export function groupBy<T, K>(list: Iterable<T>, toKey: (one: T) => K | null): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = toKey(one);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** A value that must exist, such as a list element at a valid index. Throws if it does not, which is a bug. */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('a value that must exist is missing');
  return value;
}

/** Parses JSON: as unknown, or as `T` if this product wrote the text. Throws a SyntaxError. */
export const parseOwnJson = <T = unknown>(text: string): T => JSON.parse(text) as T; // callers give a type only to texts that this product wrote
