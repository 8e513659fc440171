import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldErrors, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/server/api.js';
import { fieldProblems, isWithin, listProblems, openProblems, type Problem } from './problems.js';

interface FormProblems {
  /** The problems that are still open. */
  readonly problems: readonly Problem[];
  /** Shows the problems that the fields found; the summary takes the focus. */
  readonly showErrors: (errors: object) => void;
  /** The same for a refusal of the server. */
  readonly showRefusal: (error: ApiError) => void;
  /** Forgets all problems, before they are looked for again and after a save. */
  readonly clear: () => void;
}

/** How the form on the screen shows problems, by the control of its fields. */
const shownForms = new WeakMap<object, Pick<FormProblems, 'showErrors' | 'showRefusal'>>();

/**
 * The problems of a form for its summary `top`. A field's problem goes when the field becomes valid, a server's refusal
 * when it is changed, and one of the whole form when anything is changed. Only new problems take the focus.
 */
export function useProblems<T extends FieldValues>(
  form: UseFormReturn<T>,
  labels: ReadonlyMap<string, string>,
  top: RefObject<HTMLElement | null>,
): FormProblems {
  const { control, watch, trigger, clearErrors, setError, getFieldState } = form;
  const { errors } = form.formState;
  const [found, setFound] = useState<readonly Problem[]>([]);
  const isNew = useRef(false);
  useEffect(() => {
    if (isNew.current) top.current?.focus();
    isNew.current = false;
  }, [found, top]);
  useEffect(() => {
    if (found.length === 0) return undefined;
    const { unsubscribe } = watch((_, { name }) => {
      setFound((before) => before.filter(({ path }) => path !== ''));
      for (const path of found.map(toPath<T>)) {
        if (name === undefined || !isWithin(path, name)) continue;
        const { error } = getFieldState(path);
        if (error?.type === 'server') clearErrors(path);
        else if (error && path === name) void trigger(path);
      }
    });
    return unsubscribe;
  }, [found, watch, trigger, clearErrors, getFieldState]);
  const show = useCallback((problems: readonly Problem[]) => {
    isNew.current = true;
    setFound(problems);
  }, []);
  const showErrors = useCallback((errors: object) => show(fieldProblems(errors, labels)), [show, labels]);
  const showRefusal = useCallback(
    (error: ApiError) => {
      for (const { path, msg } of error.errors) {
        if (labels.has(path)) setError(path as Path<T>, { type: 'server', message: msg }); // each field registers its label
      }
      show(listProblems(error, labels));
    },
    [show, labels, setError],
  );
  useEffect(() => void shownForms.set(control, { showErrors, showRefusal }), [control, showErrors, showRefusal]);
  return { problems: openProblems(found, errors, labels), showErrors, showRefusal, clear: () => setFound([]) };
}

const toPath = <T extends FieldValues>({ path }: Problem) => path as Path<T>; // as above

/** Validates a form as its submit does, with the errors at the fields and in the summary; whether it is valid. */
export const validate = <T extends FieldValues>(form: UseFormReturn<T>): Promise<boolean> =>
  new Promise((resolve) => {
    const refuse = (errors: FieldErrors<T>) => {
      shownForms.get(form.control)?.showErrors(errors);
      resolve(false);
    };
    void form.handleSubmit(() => resolve(true), refuse)();
  });

/** Shows the fields that the server refused in their form; false if it names none, or no form is on the screen. */
export function showAtFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): boolean {
  const shownForm = shownForms.get(form.control);
  if (!shownForm || !(error instanceof ApiError) || error.errors.length === 0) return false;
  shownForm.showRefusal(error);
  return true;
}
