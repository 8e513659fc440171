import {
  type FieldValues,
  useController,
  type UseControllerProps,
  type UseFormGetValues,
  useWatch,
} from 'react-hook-form';

/*
 * Fields by their paths, which a line of a list and a control know as text alone: `T` is what the form holds there.
 * Here alone it is believed.
 */

/** The value of a field of the form around, drawn again with each change. */
export const useValue = <T>(name: string): T => useWatch({ name }) as T;

/** The value of a field as it is now. */
export const valueAt = <T>(getValues: UseFormGetValues<FieldValues>, name: string): T => getValues(name) as T;

/** A field with its value, the way to change it, and what its box is given. */
export function useFieldNamed<T>(name: string, rules: UseControllerProps['rules'] = {}) {
  const { field } = useController({ name, rules });
  return { ...field, value: field.value as T }; // see above
}

/** All values of the form around, drawn again with each change. */
export const useValues = <T extends FieldValues>(): T => useWatch<T>() as T; // a form starts with a value for each field
