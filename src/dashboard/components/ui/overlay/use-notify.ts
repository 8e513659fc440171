import { useMemo } from 'react';
import { describeFailure } from '../../../lib/server/failure.js';
import { useToast } from './toast.js';

/** The success toast: the server's message by default, or this text. */
type Words<T> = T extends { readonly msg: string }
  ? [words?: string | ((answer: T) => string)]
  : [words: string | ((answer: T) => string)];

interface Notifier {
  /** Waits for a request and shows its result in a toast; returns null if it failed. */
  readonly notify: <T>(request: Promise<T>, ...words: Words<T>) => Promise<T | null>;
  /** The same for a form's submit: throws the error after the toast, because the form shows it too. */
  readonly notifyAndThrow: <T>(request: Promise<T>, ...words: Words<T>) => Promise<T>;
  /** Runs an action that shows its own success, for example with Undo; its error is shown in a toast. */
  readonly report: (work: () => Promise<void>) => Promise<void>;
}

/** Shows the result of an action as a toast; an error starts with `area`, followed by the server's message. */
export function useNotify(area: string): Notifier {
  const toast = useToast();
  return useMemo(() => {
    const notifyAndThrow: Notifier['notifyAndThrow'] = async (request, words?) => {
      try {
        const answer = await request;
        toast.success(typeof words === 'function' ? words(answer) : (words ?? (answer as { msg: string }).msg)); // without a text, the answer has one
        return answer;
      } catch (error) {
        toast.error(describeFailure(area, error));
        throw error;
      }
    };
    const report: Notifier['report'] = async (work) => {
      try {
        await work();
      } catch (error) {
        toast.error(describeFailure(area, error));
      }
    };
    return {
      notifyAndThrow,
      notify: (request, ...words) => notifyAndThrow(request, ...words).catch(() => null),
      report,
    };
  }, [toast, area]);
}
