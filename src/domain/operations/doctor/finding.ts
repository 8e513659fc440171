/** `error`: data or rights are wrong. `warning`: something will go wrong. `note`: worth knowing, nothing is wrong. */
type Severity = 'error' | 'warning' | 'note';

/** What the doctor found, for the person who has to do something about it. */
export interface Finding {
  readonly severity: Severity;
  readonly what: string;
  /** At most 20, by the names people know them by. */
  readonly records: readonly string[];
  /** How it is mended: a command or a screen. */
  readonly hint: string;
}

export const MOST_RECORDS = 20;
