import type { Readable } from 'node:stream';
import { openNameless } from '../kernel/platform/nameless-file.js';

/**
 * Writes a text of any length to a temporary file and returns it to be read once. The text is complete before the
 * first byte is read, however slow its reader is. The file is already unlinked and disappears when its reader is done
 * or destroyed.
 */
export async function spool(pieces: AsyncIterable<string>): Promise<Readable> {
  const file = await openNameless();
  try {
    for await (const piece of pieces) await file.appendFile(piece);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}
