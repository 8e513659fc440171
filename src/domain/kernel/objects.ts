/** The names in a table that its type spells in full, such as a literal; of wider objects TypeScript would be wrong. */
export const toKeys = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** The entries of such a table. */
export const toEntries = <T extends object>(table: T): [keyof T & string, T[keyof T & string]][] =>
  toKeys(table).map((name) => [name, table[name]]);

/** A value for each of a list, under its name: whole by construction, which the types of `fromEntries` cannot see. */
export const recordFrom = <T, K extends string, V>(
  list: readonly T[],
  nameOf: (one: T) => K,
  valueOf: (one: T) => V,
): Record<K, V> => Object.fromEntries(list.map((one) => [nameOf(one), valueOf(one)])) as Record<K, V>; // see above

/** A value for each name. */
export const toRecord = <K extends string, V>(names: readonly K[], of: (name: K) => V): Record<K, V> =>
  recordFrom(names, (name) => name, of);

/** Some fields of an object, and no others. */
export function pickFields<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found: Partial<Pick<T, K>> = {};
  for (const name of names) found[name] = from[name];
  return found as Pick<T, K>; // each of the names
}

/** The fields of an object that have a value: those left out of a change stay as they are. */
export const pickGiven = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>;
  }; // without those that were undefined

/** Whether a value is one of a list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((one) => one === value);

/** The one of a list that a value is; undefined for any other. */
export const findOneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((one) => one === value);

/** Whether a name is one of a table's own. */
export const isKeyOf = <T extends object>(table: T, name: PropertyKey): name is keyof T & string =>
  Object.hasOwn(table, name);

/** Whether a value is an object or a list, whose fields may be looked at. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What was thrown, as an error: libraries throw nothing else. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The code of a system error, such as `ENOENT`; undefined of any other. */
export const getErrorCode = (thrown: unknown): string | undefined =>
  isObject(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : undefined;

/** A value that must exist here, such as the one at a place within its list. Throws where there is none: a fault of ours. */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('a value that must exist is missing');
  return value;
}

/** The value of a JSON text: unknown, or `T` where this product wrote the text itself. Throws a SyntaxError. */
export const parseOwnJson = <T = unknown>(text: string): T => JSON.parse(text) as T; // only texts of our own are given a type
