import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import styles from './conflict.module.css';
import { type FieldOf, type InWords, toField } from '../../ui/form/field-of.js';
import { toKeys, isObject } from '../../../../domain/kernel/objects.js';

type Side = 'mine' | 'theirs';

interface ConflictProps<T extends object> {
  /** The record, for example 'Order 16-2211'. */
  readonly what: string;
  /** The server's message about the conflict: who changed the record. */
  readonly message?: string;
  /** What the form started from; shows which fields no other user changed. */
  readonly started?: object;
  readonly mine: T;
  /** The newer record: `current` of the refused call. */
  readonly theirs: T;
  /** The fields to compare, in order, by name and label. */
  readonly fields: Readonly<Partial<Record<keyof T & string, string>>>;
  readonly format?: InWords<T>;
  /** Saves the chosen values over the newer record; while it runs, the dialog stays and takes no other answer. */
  readonly onKeep: (merged: T) => Promise<unknown>;
  /** Uses the newer record and discards the user's input. */
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

const toText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * Resolves a conflict between two users' changes: shows the differences field by field, and lets the user choose for
 * each.
 */
export function ConflictDialog<T extends object>(props: ConflictProps<T>) {
  const { what, message, started, mine, theirs, fields, onKeep, onTakeTheirs, onClose } = props;
  const format = props.format ?? ((...[, value]: FieldOf<T>) => toText(value));
  const isOnlyMine = (name: keyof T & string): boolean =>
    isObject(started) && toText(started[name]) === toText(theirs[name]);
  const names = toKeys(fields).filter((name) => toText(mine[name]) !== toText(theirs[name]));
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const mergeValues = () =>
    names.reduce((all, name) => (sides[name] === 'theirs' ? all : { ...all, [name]: mine[name] }), theirs);
  const allMine = () => names.reduce((all, name) => ({ ...all, [name]: mine[name] }), theirs);
  const [saving, setSaving] = useState<'mine' | 'choices' | null>(null);
  const keep = async (what: 'mine' | 'choices', merged: T) => {
    setSaving(what);
    await onKeep(merged).finally(() => setSaving(null));
  };
  const disabledReason = saving === null ? null : 'Your values are being saved.';
  const footer = (
    <>
      <Button data-autofocus disabledReason={disabledReason} onClick={onClose}>
        Back to the form
      </Button>
      <Button disabledReason={disabledReason} onClick={onTakeTheirs}>
        Use theirs
      </Button>
      <Button pending={saving === 'mine'} disabledReason={disabledReason} onClick={() => void keep('mine', allMine())}>
        Keep mine
      </Button>
      <Button
        kind="primary"
        pending={saving === 'choices'}
        disabledReason={disabledReason}
        onClick={() => void keep('choices', mergeValues())}
      >
        Save choices
      </Button>
    </>
  );
  return (
    <Dialog
      title={`${what} changed while you were editing`}
      size="large"
      footer={footer}
      busy={saving !== null}
      onClose={onClose}
    >
      {message && <p>{message}</p>}
      {names.length === 0 && <p>Your values match the newer version.</p>}
      {names.map((name) => (
        <Choice
          key={name}
          label={fields[name] ?? name}
          mine={format(...toField(mine, name))}
          theirs={format(...toField(theirs, name))}
          note={isOnlyMine(name) ? 'Only you changed this.' : null}
          side={sides[name] ?? 'mine'}
          onSide={(side) => setSides({ ...sides, [name]: side })}
        />
      ))}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly note: string | null;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function Choice({ label, mine, theirs, note, side, onSide }: ChoiceProps) {
  const id = useId();
  const option = (one: Side, text: string, who: string) => (
    <label className={side === one ? `${styles['choice']} ${styles['chosen']}` : styles['choice']}>
      <input type="radio" name={id} checked={side === one} onChange={() => onSide(one)} />
      <span>
        <span className="muted block">{who}</span>
        {text}
      </span>
    </label>
  );
  return (
    <fieldset className={styles['conflict']}>
      <legend>{label}</legend>
      {option('mine', mine, 'Mine')}
      {option('theirs', theirs, 'Theirs')}
      {note && <p className="muted">{note}</p>}
    </fieldset>
  );
}
