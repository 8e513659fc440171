import { useMemo } from 'react';
import { failureOf } from '../../../lib/server/failure.js';
import { useToast } from './toast.js';

/** The toast of a success: the server's own sentence, or these words. */
type Words<T> = T extends { readonly msg: string }
  ? [words?: string | ((answer: T) => string)]
  : [words: string | ((answer: T) => string)];

interface Told {
  /** Waits for a request and shows its result in a toast; answers null when it failed. */
  readonly told: <T>(sent: Promise<T>, ...words: Words<T>) => Promise<T | null>;
  /** The same for a form's submit, which shows the failure too: throws it after the toast. */
  readonly toldOrThrown: <T>(sent: Promise<T>, ...words: Words<T>) => Promise<T>;
}

/** Tells at the corner how something went; a failure begins with `area`, then what the server says. */
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
