let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a change that the screen shows before it is answered, after the earlier ones. Its calls have the option
 * `early`: all others wait for it.
 */
export function sendEarly<T>(send: () => Promise<T>): Promise<T> {
  const answer = last.then(send);
  last = answer.catch(() => undefined); // whoever sent it reports the failure
  return answer;
}

/** Resolves when all changes that the screens show early are answered, so that the next is based on them. */
export const earlyAnswered = (): Promise<unknown> => last;
