import { setImmediate } from 'node:timers/promises';

let fault: NodeJS.ErrnoException | null = null;

/** Keeps a fault of standard output until the run has ended; one of standard error never decides about data. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => (fault ??= error));
  process.stderr.on('error', () => undefined);
}

/** Throws the fault of standard output, so that a long list ends at once when its reader has left. */
export function refuseUnwritable(): void {
  if (fault) throw fault;
}

/** Whether an error says only that the reader of standard output has left, as after `| head`. */
export const isUnread = (error: unknown): boolean => fault?.code === 'EPIPE' && error === fault;

/** The fault of standard output as an error in a sentence, if not only its reader has left. */
export async function findOutputFault(): Promise<Error | null> {
  await setImmediate(); // the fault of the last write is reported after it
  return fault && !isUnread(fault) ? describeOutput(fault) : null;
}

const describeOutput = ({ code, message }: NodeJS.ErrnoException): Error =>
  new Error(`standard output: ${code === 'ENOSPC' ? 'no space is left on the device' : message}`);

/** A fault of standard output in a sentence; any other error is returned unchanged. */
export const toOutputError = (error: unknown): unknown => (fault && error === fault ? describeOutput(fault) : error);
