/** A field with its value, as a pair: checking the name narrows the type of the value. */
export type FieldOf<T> = { [K in keyof T & string]-?: [field: K, value: T[K]] }[keyof T & string];

/** Formats a field's value as text. */
export type InWords<T> = (...field: FieldOf<T>) => string;

/** Pairs a field with its value. */
export const toField = <T extends object>(values: T, name: keyof T & string): FieldOf<T> =>
  [name, values[name]] as FieldOf<T>; // both have the same name, which the type of a pair cannot express
