import {
  type FieldValues,
  useController,
  type UseControllerProps,
  type UseFormGetValues,
  useWatch,
} from 'react-hook-form';

/*
 * Reads and writes fields by path. Lines of a list and controls have the path only as a string, so the caller states
 * the type `T` of the value; this is the only place that trusts it.
 */

/** The value of a field of the surrounding form; renders again with each change. */
export const useValue = <T>(name: string): T => useWatch({ name }) as T;

/** The current value of a field, without rendering again. */
export const valueAt = <T>(getValues: UseFormGetValues<FieldValues>, name: string): T => getValues(name) as T;

/** A field's value, a function to change it, and the props of its input. */
export function useFieldNamed<T>(name: string, rules: UseControllerProps['rules'] = {}) {
  const { field } = useController({ name, rules });
  return { ...field, value: field.value as T }; // see above
}

/** All values of the surrounding form; renders again with each change. */
export const useValues = <T extends FieldValues>(): T => useWatch<T>() as T; // a form starts with a value for each field
