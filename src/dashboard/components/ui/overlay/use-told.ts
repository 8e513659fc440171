import { useMemo } from 'react';
import { failureOf } from '../../../lib/server/failure.js';
import { useToast } from './toast.js';

/** The success toast: the server's message by default, or this text. */
type Words<T> = T extends { readonly msg: string }
  ? [words?: string | ((answer: T) => string)]
  : [words: string | ((answer: T) => string)];

interface Told {
  /** Waits for a request and shows its result in a toast; answers null when it failed. */
  readonly told: <T>(sent: Promise<T>, ...words: Words<T>) => Promise<T | null>;
  /** The same for a form's submit, which shows the failure too: throws it after the toast. */
  readonly toldOrThrown: <T>(sent: Promise<T>, ...words: Words<T>) => Promise<T>;
}

/** Shows the result of an action as a toast; an error starts with `area`, followed by the server's message. */
export function useTold(area: string): Told {
  const toast = useToast();
  return useMemo(() => {
    const toldOrThrown: Told['toldOrThrown'] = async (sent, words?) => {
      try {
        const answer = await sent;
        toast.success(typeof words === 'function' ? words(answer) : (words ?? (answer as { msg: string }).msg)); // without words an answer has its own
        return answer;
      } catch (error) {
        toast.error(failureOf(area, error));
        throw error;
      }
    };
    return { toldOrThrown, told: (sent, ...words) => toldOrThrown(sent, ...words).catch(() => null) };
  }, [toast, area]);
}
