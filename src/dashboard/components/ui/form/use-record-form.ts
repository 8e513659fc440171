import { useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import { useEditForm } from './use-edit-form.js';

interface RecordForm<T extends FieldValues> {
  readonly form: UseFormReturn<T>;
  /** The revision that what is typed started from: send it with the save. */
  readonly revision: () => number;
  /** Starts anew from the record as it is now on the server: after a save, or to take theirs. */
  readonly start: (values: T, revision: number) => void;
  /** What is typed counts as started from this revision: after a save of one's own beside the form. */
  readonly rebase: (revision: number) => void;
}

/**
 * A form over a record that others may change too. While nothing is typed it follows the server; once something is,
 * it keeps what it started from, so a save meets the other change as a conflict instead of undoing it.
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
  const newest = useRef(values);
  useEffect(() => {
    newest.current = values;
  });
  useEffect(() => {
    if (isDirty || base.current === revision) return;
    base.current = revision;
    reset(newest.current);
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
