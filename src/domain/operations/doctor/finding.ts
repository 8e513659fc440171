/** `error`: data or permissions are wrong. `warning`: something will go wrong. `note`: for information only. */
type Severity = 'error' | 'warning' | 'note';

/** A problem that the doctor found, described for the person who must fix it. */
export interface Finding {
  readonly severity: Severity;
  readonly what: string;
  /** At most 20, by display name. */
  readonly records: readonly string[];
  /** How to fix it: a command or a screen. */
  readonly hint: string;
}

export const MOST_RECORDS = 20;
