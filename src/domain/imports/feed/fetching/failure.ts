/** What went wrong, and what may be done about it. */
interface Facts {
  /** The same question may be answered later: after this pause, in milliseconds, where the source names one. */
  readonly retry?: { readonly afterMs: number | null };
}

/** Why a source could not be read, in a sentence for people; never contains a credential. */
export class SourceFailure extends Error {
  readonly retry: Facts['retry'];
  constructor(message: string, { retry }: Facts = {}) {
    super(message);
    this.name = 'SourceFailure';
    this.retry = retry;
  }
}
