/** Why a process does not start, in a sentence for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
