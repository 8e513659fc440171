import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { useLeaveQuestion } from '../../../lib/queue/unsaved.js';
import { randomId } from '../../../lib/random-id.js';
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

interface OpenQuestion {
  readonly key: string;
  /** The screen it was asked on. */
  readonly path: string;
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

/**
 * Asks Yes or No; No has the initial focus. A question asked while another is open is shown above it. Leaving the screen
 * of a question answers it with No.
 */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [openQuestions, setOpenQuestions] = useState<readonly OpenQuestion[]>([]);
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setOpenQuestions((all) => all.filter((one) => one !== asked));
          resolve(yes);
        };
        const asked = { key: randomId(), path: window.location.pathname, question, answer };
        setOpenQuestions((all) => [...all, asked]);
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
  const [path] = useBrowserLocation();
  useEffect(() => {
    for (const question of openQuestions) if (question.path !== path) question.answer(false);
  }, [path, openQuestions]);
  return (
    <Context value={confirm}>
      {children}
      {openQuestions.map(({ key, question, answer }) => (
        <ConfirmDialog key={key} question={question} onAnswer={answer} />
      ))}
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
