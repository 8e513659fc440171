/** A field of some values with its value: who reads `[field, value]` knows the value by the name. */
export type FieldOf<T> = { [K in keyof T & string]-?: [field: K, value: T[K]] }[keyof T & string];

/** Says a field's value in words. */
export type InWords<T> = (...field: FieldOf<T>) => string;

/** A field by its name. */
export const toField = <T extends object>(values: T, name: keyof T & string): FieldOf<T> =>
  [name, values[name]] as FieldOf<T>; // of the same name, which the type of a pair cannot say
