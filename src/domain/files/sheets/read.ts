import type { Progress } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { type FileBytes, getSize } from '../file-bytes.js';
import type { ReadFile } from './file-contents.js';
import { MOST } from './limits.js';
import { withReader } from './readers.js';
import { readWith } from './reading.js';

/**
 * Reads the values of an .xlsx, .xlsm or .csv file, recognized by its bytes. It is read in a separate thread, within
 * limits of size, rows, memory and time. Throws unreadable-file with the reason and what to do, and cancelled when
 * the signal aborts.
 */
export async function readSheets(
  file: { readonly name: string; readonly bytes: FileBytes },
  more: { readonly signal?: AbortSignal; readonly progress?: Progress } = {},
): Promise<ReadFile> {
  if (getSize(file.bytes) > MOST.bytes) throw unreadable('it is larger than 50 MB; split it into smaller files');
  const outcome = await withReader((reader) => readWith(reader, file, more));
  if ('why' in outcome) throw unreadable(outcome.why);
  more.progress?.report(1, 1, 'Reading');
  return outcome;
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });
