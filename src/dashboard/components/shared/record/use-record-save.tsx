import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { ConflictDialog } from './conflict-dialog.js';
import { type Question, useConfirm } from '../../ui/overlay/confirm.js';
import { useToast } from '../../ui/overlay/toast.js';
import { onlyTyped } from '../../ui/form/inputs/only-typed.js';
import { useRecordForm } from '../../ui/form/use-record-form.js';
import type { InWords } from '../../ui/form/field-of.js';

/** The response to a save: the message for the toast, and the stored record. */
interface SaveAnswer<R> {
  readonly msg: string;
  readonly item: R;
}

interface RecordSave<T extends FieldValues, R extends { readonly revision: number }> {
  /** The record being changed; null when adding one. */
  readonly record: R | null;
  /** The form values of a record, or the initial values without one. */
  readonly toValues: (record: R | null) => T;
  /** Saves over this revision of the record, or creates a new record if it is null. */
  readonly store: (values: T, revision: number | null) => Promise<SaveAnswer<R>>;
  /** The beginning of an error message, `Addon`, followed by the server's message. */
  readonly area: string;
  /** The record's name in the title of a conflict. */
  readonly what: string;
  /** The fields a conflict compares, with their labels. */
  readonly labels: Readonly<Record<keyof T & string, string>>;
  readonly format?: InWords<T>;
  /** The question asked before these values are saved; after "No", the input stays. */
  readonly question?: (values: T) => Question | null;
  /** Runs after a save, for example to navigate. */
  readonly onSaved?: (item: R) => void;
}

interface Conflict<T, R> {
  readonly mine: T;
  readonly current: R;
  /** The values the form started from. */
  readonly started: object;
  /** The server's message: who changed the record. */
  readonly refusal: string;
}

/** What a form needs to save its record. */
export interface Saving<T extends FieldValues> {
  readonly form: UseFormReturn<T>;
  /** The revision the input is based on; another form of this screen sends it when it saves the same record. */
  readonly revision: () => number;
  /** For the form: `onSubmit`. */
  readonly save: (values: T) => Promise<void>;
  /** For the form: `onRefused`; conflicts are handled by the dialog, and a declined question needs no message. */
  readonly onRefused: (error: ApiError) => boolean;
  /** Render it next to the form. */
  readonly dialog: ReactNode;
  /**
   * Call when another form of this screen has saved the same record as this revision, so that this form continues from
   * it.
   */
  readonly follow: (revision: number) => void;
}

const DECLINED = 'declined';

/** Thrown if the user declined the question: nothing was saved, and no message is needed. */
export const declined = (): ApiError => new ApiError(0, DECLINED, 'Nothing was saved.');
export const isDeclined = ({ code }: ApiError): boolean => code === DECLINED;

/**
 * A record's form and its save: confirmation, toast, error handling, and a comparison of both versions if another user
 * saved first. Only fields changed here overwrite the newer record.
 */
export function useRecordSave<T extends FieldValues, R extends { readonly revision: number }>(
  use: RecordSave<T, R>,
): Saving<T> {
  const { record, toValues, store, area, what, labels, format, question, onSaved } = use;
  const toast = useToast();
  const confirm = useConfirm();
  const { form, revision, start, rebase } = useRecordForm<T>(toValues(record), record?.revision ?? 0);
  const [conflict, setConflict] = useState<Conflict<T, R> | null>(null);
  const put = async (values: T, from: number | null) => {
    try {
      const { msg, item } = await store(values, from);
      start(toValues(item), item.revision);
      setConflict(null);
      toast.success(msg);
      onSaved?.(item);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-record') {
        toast.error(describeFailure(area, error));
      } else {
        const current = error.readCurrent<R>();
        const startValues = form.formState.defaultValues ?? {};
        setConflict({
          mine: onlyTyped(values, startValues, toValues(current)),
          current,
          started: startValues,
          refusal: error.msg,
        });
      }
      throw error;
    }
  };
  return {
    form,
    revision,
    save: async (values) => {
      const confirmation = question?.(values);
      if (confirmation && !(await confirm(confirmation))) throw declined();
      await put(values, record ? revision() : null);
    },
    onRefused: (error) => error.code === 'stale-record' || isDeclined(error),
    follow: (storedRevision) => {
      if (revision() === storedRevision - 1) rebase(storedRevision); // no other save in between
    },
    dialog: conflict && (
      <ConflictDialog
        key={conflict.current.revision}
        what={what}
        message={conflict.refusal}
        started={conflict.started}
        mine={conflict.mine}
        theirs={toValues(conflict.current)}
        fields={labels}
        {...(format ? { format } : {})}
        onKeep={(merged) => put(merged, conflict.current.revision).catch(() => undefined)} // `put` shows the error
        onTakeTheirs={() => {
          start(toValues(conflict.current), conflict.current.revision);
          setConflict(null);
        }}
        onClose={() => setConflict(null)}
      />
    ),
  };
}
