import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Form } from '../../ui/form/form.js';
import { FormDialog } from '../../ui/form/form-dialog.js';
import { HistoryToggle } from '../history/history-toggle.js';
import type { RecordHistoryProps } from '../history/record-history.js';
import type { Saving } from './use-record-save.js';

interface RecordDialogProps<T extends FieldValues> extends Omit<ComponentProps<typeof FormDialog>, 'pending'> {
  readonly saving: Saving<T>;
  /** The schema of the call that saves the form; null if the fields define their own limits. */
  readonly limits: z.ZodType | null;
  readonly label: string;
  /** Content above the form. */
  readonly intro?: ReactNode;
  /** Content below the form. */
  readonly more?: ReactNode;
  /** The history of the stored record; null for a new one. */
  readonly history?: RecordHistoryProps | null;
}

/** The form of a record in a dialog, with the dialog of a conflict and the history of a stored record. */
export function RecordDialog<T extends FieldValues>(props: RecordDialogProps<T>) {
  const { saving, limits, label, intro, more, history, children, ...dialog } = props;
  const { form, save, onRefused } = saving;
  return (
    <>
      <FormDialog {...dialog} pending={form.formState.isSubmitting}>
        {intro}
        <Form {...{ form, limits, label, onRefused }} onSubmit={save}>
          {children}
        </Form>
        {more}
        {history && <HistoryToggle {...history} />}
      </FormDialog>
      {saving.dialog}
    </>
  );
}
