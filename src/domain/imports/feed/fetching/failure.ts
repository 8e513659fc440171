/** What went wrong, and what can be done about it. */
interface Facts {
  /** Whether the same request may succeed later; with the pause that the source requests, in milliseconds. */
  readonly retry?: { readonly afterMs: number | null };
}

/** Why a source could not be read, as a sentence. Never contains a credential. */
export class SourceFailure extends Error {
  readonly retry: Facts['retry'];
  constructor(message: string, { retry }: Facts = {}) {
    super(message);
    this.name = 'SourceFailure';
    this.retry = retry;
  }
}
