/** The reason why a process cannot start, as a sentence for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
