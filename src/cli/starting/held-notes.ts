let release: (() => void) | null = null;

/**
 * Holds back what is written to standard error until the run has ended. With `--quiet`, a successful run prints
 * nothing, so that cron only sends email about other runs.
 */
export function holdNotes(): void {
  const stream = process.stderr;
  const descriptor = Object.getOwnPropertyDescriptor(stream, 'write');
  const chunks: (string | Uint8Array)[] = [];
  stream.write = (chunk: string | Uint8Array): boolean => chunks.push(chunk) > 0;
  release = () => {
    if (descriptor) Object.defineProperty(stream, 'write', descriptor);
    else Reflect.deleteProperty(stream, 'write');
    for (const chunk of chunks.splice(0)) stream.write(chunk);
  };
  forget = () => void chunks.splice(0);
}

let forget: () => void = () => undefined;

/** Prints what was held back and stops holding back, because something went wrong or a prompt follows. */
export function letNotesOut(): void {
  release?.();
  release = null;
}

/** Forgets what was held back and stops holding back. */
export function dropNotes(): void {
  forget();
  letNotesOut();
}
