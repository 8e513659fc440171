import { createContext, type ReactNode, type SyntheticEvent, useContext, useRef, useState } from 'react';
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form';
import { ApiError, formatMessage } from '../../../lib/server/api.js';
import type { z } from 'zod';
import { useUnsaved } from '../../../lib/queue/unsaved.js';
import { Labels } from './field.js';
import { ErrorSummary } from './error-summary.js';
import { Limits } from './limits.js';
import { lockWhile } from './lock.js';
import { unsavedFields } from './problems.js';
import { SaveBar, type SaveBarProps } from './save-bar.js';
import { useProblems } from './use-problems.js';
import styles from './form.module.css';

/** What a `FormDialog` decides for the form inside: the ID that its button submits, and whether leaving asks. */
export const DialogForm = createContext<{ readonly id?: string; readonly guarded: boolean }>({ guarded: true });

interface FormProps<T extends FieldValues> {
  readonly form: UseFormReturn<T>;
  /**
   * Saves; throws `ApiError` if nothing was saved (see `refuseField`). The input stays, and problems are shown at their
   * fields.
   */
  readonly onSubmit: (values: T) => Promise<unknown>;
  /** Handles a refusal first, such as a conflict; returns true if it is handled. */
  readonly onRefused?: (error: ApiError) => boolean;
  /** Null if the whole form is locked. */
  readonly save?: SaveBarProps | null;
  /**
   * The schema of the call that saves the form, whose limits the fields enforce; null if the fields define their own.
   */
  readonly limits: z.ZodType | null;
  readonly label?: string;
  readonly id?: string;
  /** False if leaving loses nothing, for example on sign-in; in a `FormDialog`, the dialog decides. */
  readonly guarded?: boolean;
  /** False if the form is small enough to show the problems of its fields only there. */
  readonly summary?: boolean;
  readonly children: ReactNode;
}

/**
 * A form: errors next to fields and in a focused summary, a bar with Save and unsaved changes, and a warning before
 * leaving. Its fields are locked while they are saved.
 */
export function Form<T extends FieldValues>(props: FormProps<T>) {
  const inside = useContext(DialogForm);
  const { form, onSubmit, onRefused, save, limits, label, id = inside.id, summary = true, children } = props;
  const { guarded = inside.guarded } = props;
  const [labels] = useState(() => new Map<string, string>());
  const top = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { problems, showErrors, showRefusal, clear } = useProblems(form, labels, top);
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  const changedFields = isDirty ? unsavedFields(dirtyFields, labels) : [];
  useUnsaved(guarded && isDirty && !isSubmitting, changedFields, inside.id);
  const summarized = summary ? problems : problems.filter(({ path }) => path === '');
  const refuse = (reason: unknown) => {
    const error = reason instanceof ApiError ? reason : new ApiError(0, 'unexpected', formatMessage(reason));
    if (!onRefused?.(error)) showRefusal(error);
  };
  const markSaved = () => {
    if (guarded) form.reset(form.getValues()); // the displayed values are now the stored ones
  };
  const submit = form.handleSubmit((values) => {
    clear();
    return lockWhile(box.current, onSubmit(values)).then(markSaved, refuse);
  }, showErrors);
  const onFormSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };
  return (
    <FormProvider {...form}>
      <Labels value={labels}>
        <Limits value={limits}>
          <form ref={box} id={id} noValidate aria-label={label} className={styles['form']} onSubmit={onFormSubmit}>
            <ErrorSummary ref={top} problems={summarized} onGo={(path) => form.setFocus(path as Path<T>)} />
            {children}
            {save && <SaveBar {...save} unsaved={changedFields} pending={isSubmitting} onReset={() => form.reset()} />}
          </form>
        </Limits>
      </Labels>
    </FormProvider>
  );
}
