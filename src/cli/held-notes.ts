let release: (() => void) | null = null;

/**
 * Holds what is written to standard error until the run has ended: with `--quiet`, a run that went well prints nothing,
 * so that cron mails only those that did not.
 */
export function holdNotes(): void {
  const stream = process.stderr;
  const own = Object.getOwnPropertyDescriptor(stream, 'write');
  const held: (string | Uint8Array)[] = [];
  stream.write = (chunk: string | Uint8Array): boolean => held.push(chunk) > 0;
  release = () => {
    if (own) Object.defineProperty(stream, 'write', own);
    else Reflect.deleteProperty(stream, 'write');
    for (const chunk of held.splice(0)) stream.write(chunk);
  };
  forget = () => void held.splice(0);
}

let forget: () => void = () => undefined;

/** Prints what was held, and holds nothing any more: something went wrong, or a person is asked. */
export function letNotesOut(): void {
  release?.();
  release = null;
}

/** Forgets what was held, and holds nothing any more. */
export function dropNotes(): void {
  forget();
  letNotesOut();
}
