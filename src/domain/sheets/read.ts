import type { Progress } from '../context.js';
import { DomainError } from '../errors.js';
import { MOST } from './limits.js';
import { withReader } from './readers.js';
import { readWith } from './reading.js';

/** A cell as its file shows it: dates as ISO text (`2026-03-02`, with a time `2026-03-02T08:15:00`), an error cell as its code. */
export type Cell = string | number | boolean | null | { readonly error: string };

/** A row with its number as the spreadsheet program shows it, and its cells from column A to the last that has a value. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** Whether the spreadsheet program hides it, as a filter does. */
  readonly isHidden?: true;
}

/** A visible sheet; rows without any value are left out. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export interface ReadFile {
  readonly sheets: readonly ReadSheet[];
  /** Names of hidden sheets, which are not read. */
  readonly hidden: readonly string[];
}

/**
 * The values of an .xlsx, .xlsm or .csv file, told by its bytes. It is read in a thread of its own, within limits of size, rows,
 * memory and time. Throws unreadable-file, which says why and what to do, and cancelled when the signal aborts.
 */
export async function readSheets(
  file: { readonly name: string; readonly bytes: Uint8Array },
  more: { readonly signal?: AbortSignal; readonly progress?: Progress } = {},
): Promise<ReadFile> {
  if (file.bytes.length > MOST.bytes) throw unreadable('it is larger than 50 MB: split it into smaller files');
  const outcome = await withReader((reader) => readWith(reader, file, more));
  if ('why' in outcome) throw unreadable(outcome.why);
  more.progress?.report(1, 1, 'Reading');
  return outcome;
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });
