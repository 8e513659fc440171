import { useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import { useEditForm } from './use-edit-form.js';

interface RecordForm<T extends FieldValues> {
  readonly form: UseFormReturn<T>;
  /** The revision the input is based on; send it with the save. */
  readonly revision: () => number;
  /**
   * Resets the form to the record's current version on the server: after a save, or to accept the other user's changes.
   */
  readonly start: (values: T, revision: number) => void;
  /** Bases the input on this revision, after a separate save by the same user. */
  readonly rebase: (revision: number) => void;
}

/**
 * A form for a record that other users may change too. Without input it follows the server; with input it stays based
 * on its initial version, so that a save reports a conflict instead of overwriting the other change.
 */
export function useRecordForm<T extends FieldValues>(
  values: T,
  revision: number,
  options: Omit<UseFormProps<T>, 'values' | 'defaultValues'> = {},
): RecordForm<T> {
  const form = useEditForm<T>({ ...options, defaultValues: values as DefaultValues<T> }); // whole values are defaults too
  const base = useRef(revision);
  const { isDirty } = form.formState;
  const { reset } = form;
  const newestValues = useRef(values);
  useEffect(() => {
    newestValues.current = values;
  });
  useEffect(() => {
    if (isDirty || base.current === revision) return;
    base.current = revision;
    reset(newestValues.current);
  }, [isDirty, revision, reset]);
  return {
    form,
    revision: () => base.current,
    start: (next, at) => {
      base.current = at;
      reset(next);
    },
    rebase: (at) => {
      base.current = at;
    },
  };
}
