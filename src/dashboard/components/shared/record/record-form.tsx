import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Form } from '../../ui/form/form.js';
import type { SaveBarProps } from '../../ui/form/save-bar.js';
import { HistoryToggle } from '../history/history-toggle.js';
import type { RecordHistoryProps } from '../history/record-history.js';
import type { Saving } from './use-record-save.js';

interface RecordFormProps<T extends FieldValues> {
  readonly saving: Saving<T>;
  /** The schema of the call that saves the form; null if the fields define their own limits. */
  readonly limits: z.ZodType | null;
  readonly label: string;
  readonly save?: SaveBarProps;
  /** The history of the stored record; null for a new one. */
  readonly history?: RecordHistoryProps | null;
  readonly children: ReactNode;
}

/** The form of a record on its screen: with its save bar, the dialog of a conflict, and the history of a stored record. */
export function RecordForm<T extends FieldValues>({ saving, history, ...form }: RecordFormProps<T>) {
  return (
    <>
      <Form {...form} form={saving.form} onSubmit={saving.save} onRefused={saving.onRefused} />
      {history && <HistoryToggle {...history} />}
      {saving.dialog}
    </>
  );
}
