import { type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';

/** `useForm` for a `Form`: after a refused save, the focus goes to the summary, not to the first invalid field. */
export const useEditForm = <T extends FieldValues>(options: UseFormProps<T>): UseFormReturn<T> =>
  useForm<T>({ shouldFocusError: false, ...options });
