import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/server/api.js';
import { failureOf } from '../../../lib/server/failure.js';
import { ConflictDialog } from './conflict-dialog.js';
import { type Question, useConfirm } from '../../ui/overlay/confirm.js';
import { useToast } from '../../ui/overlay/toast.js';
import { onlyTyped } from '../../ui/form/only-typed.js';
import { useRecordForm } from '../../ui/form/use-record-form.js';
import type { InWords } from '../../ui/form/field-of.js';

/** What a save answers: the sentence for the toast, and the record as it is stored now. */
interface Saved<R> {
  readonly msg: string;
  readonly item: R;
}

interface RecordSave<T extends FieldValues, R extends { readonly revision: number }> {
  /** The record being changed; null while one is added. */
  readonly record: R | null;
  /** What the form shows of a record; of none, what it starts with. */
  readonly valuesOf: (record: R | null) => T;
  /** Stores: over this revision of the record, or a new one where it is null. */
  readonly store: (values: T, revision: number | null) => Promise<Saved<R>>;
  /** As the toast of a failure begins, `Addon`: then what the server says. */
  readonly area: string;
  /** Names the record in the conflict's title. */
  readonly what: string;
  /** The fields a conflict compares, with their labels. */
  readonly labels: Readonly<Record<keyof T & string, string>>;
  readonly format?: InWords<T>;
  /** What is asked before these values are stored; after a no, what was typed stays. */
  readonly question?: (values: T) => Question | null;
  /** After a save: where to go, for one. */
  readonly onSaved?: (item: R) => void;
}

interface Conflict<T, R> {
  readonly mine: T;
  readonly current: R;
  /** What the form started from. */
  readonly started: object;
  /** The server's sentence: who changed it. */
  readonly said: string;
}

/** What a form needs to save its record. */
export interface Saving<T extends FieldValues> {
  readonly form: UseFormReturn<T>;
  /** For the form: `onSubmit`. */
  readonly save: (values: T) => Promise<void>;
  /** For the form: `onRefused`; a conflict is dealt with in the dialog, and a no needs nothing more. */
  readonly onRefused: (error: ApiError) => boolean;
  /** Draw it beside the form. */
  readonly dialog: ReactNode;
  /** Another form of this screen stored the same record as this revision: what is typed here goes on from there. */
  readonly follow: (revision: number) => void;
}

/** Who was asked said no. */
const DECLINED = 'declined';

/**
 * The form of a record and its save: the question, the toast, the failure, and both versions side by side when another
 * person was faster. Only what was typed here is put over the newer record.
 */
export function useRecordSave<T extends FieldValues, R extends { readonly revision: number }>(
  use: RecordSave<T, R>,
): Saving<T> {
  const { record, valuesOf, store, area, what, labels, format, question, onSaved } = use;
  const toast = useToast();
  const confirm = useConfirm();
  const { form, revision, start, rebase } = useRecordForm<T>(valuesOf(record), record?.revision ?? 0);
  const [conflict, setConflict] = useState<Conflict<T, R> | null>(null);
  const put = async (values: T, from: number | null) => {
    try {
      const { msg, item } = await store(values, from);
      start(valuesOf(item), item.revision);
      setConflict(null);
      toast.success(msg);
      onSaved?.(item);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-record') {
        toast.error(failureOf(area, error));
      } else {
        const current = error.current as R; // what the server sends with a conflict
        const started = form.formState.defaultValues ?? {};
        setConflict({ mine: onlyTyped(values, started, valuesOf(current)), current, started, said: error.msg });
      }
      throw error;
    }
  };
  return {
    form,
    save: async (values) => {
      const asked = question?.(values);
      if (asked && !(await confirm(asked))) throw new ApiError(0, DECLINED, 'Nothing was saved.');
      await put(values, record ? revision() : null);
    },
    onRefused: ({ code }) => code === 'stale-record' || code === DECLINED,
    follow: (stored) => {
      if (revision() === stored - 1) rebase(stored); // nobody else was in between
    },
    dialog: conflict && (
      <ConflictDialog
        key={conflict.current.revision}
        what={what}
        said={conflict.said}
        started={conflict.started}
        mine={conflict.mine}
        theirs={valuesOf(conflict.current)}
        fields={labels}
        {...(format ? { format } : {})}
        onKeep={(merged) => void put(merged, conflict.current.revision).catch(() => undefined)} // put shows the error
        onTakeTheirs={() => {
          start(valuesOf(conflict.current), conflict.current.revision);
          setConflict(null);
        }}
        onClose={() => setConflict(null)}
      />
    ),
  };
}
