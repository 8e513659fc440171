import { toEntries } from '../../../../domain/kernel/objects.js';

/** Values that are null where the standard ones apply. */
type OrStandard<T> = { readonly [F in keyof T]: T[F] | null };

/**
 * A shop's values to save: null for one that followed the standard value and was not changed in the form, so that it
 * also follows a newer one. `own` has null for the values that follow it; `started` holds the form's initial values.
 */
export const followStandard = <T extends object>(
  values: T,
  started: Partial<T>,
  own: Readonly<Partial<Record<keyof T, unknown>>>,
): OrStandard<T> =>
  Object.fromEntries(
    toEntries(values).map(([name, value]) => [name, own[name] === null && value === started[name] ? null : value]),
  ) as OrStandard<T>; // the entries are those of `values`
