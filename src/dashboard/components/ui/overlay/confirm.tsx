import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useLeaveQuestion } from '../../../lib/queue/unsaved.js';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';

export interface Question {
  /** The specified question, for example 'Approve Invoice?'. */
  readonly message: string;
  /** The record in question, for example 'Invoice 1042 of North Shop'. */
  readonly record?: ReactNode;
  /** More information for the decision. */
  readonly details?: ReactNode;
  readonly title?: string;
  readonly yes?: string;
  readonly no?: string;
  readonly danger?: boolean;
}

export type Confirm = (question: Question) => Promise<boolean>;

const Context = createContext<Confirm | null>(null);

/** Asks Yes or No; No has the initial focus. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null);
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setOpen(null);
          resolve(yes);
        };
        setOpen({ question, answer });
      }),
    [],
  );
  const askToLeave = useCallback(
    (what: readonly string[]) =>
      confirm({
        title: 'Unsaved changes',
        message: 'Leave without saving? Your changes will be lost.',
        record: what.join(', '),
        yes: 'Leave',
        no: 'Stay',
        danger: true,
      }),
    [confirm],
  );
  useLeaveQuestion(askToLeave);
  return (
    <Context value={confirm}>
      {children}
      {open && <ConfirmDialog question={open.question} onAnswer={open.answer} />}
    </Context>
  );
}

/** `const confirm = useConfirm(); if (await confirm({ message: 'Deny Invoice?', record: 'Invoice 12' })) …` */
export function useConfirm(): Confirm {
  const confirm = useContext(Context);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider');
  return confirm;
}

function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const { message, record, details, title = 'Confirm', yes = 'Yes', no = 'No', danger = false } = question;
  const footer = (
    <>
      <Button data-autofocus onClick={() => onAnswer(false)}>
        {no}
      </Button>
      <Button kind={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog title={title} role="alertdialog" size="small" footer={footer} onClose={() => onAnswer(false)}>
      <p>{message}</p>
      {record && <p className="muted">{record}</p>}
      {details}
    </Dialog>
  );
}
