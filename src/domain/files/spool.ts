import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
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

/** What is written before the first byte is read: an error up to there is thrown and breaks nothing off. */
const START_BYTES = 65_536;
const PIECE_BYTES = 65_536;

/**
 * Like `spool`, but the content is read while it is written, at its reader's speed; writing never waits for the
 * reader. Only for contents that are unreadable unless complete, because an error after the start breaks them off. A
 * reader that is destroyed ends the pieces. `written` settles when they have ended, also if they failed.
 */
export async function spoolWhileRead(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ readonly content: Readable; readonly written: Promise<void> }> {
  const file = await openNameless();
  const growth = new EventEmitter();
  const state = { bytes: 0, ended: false, abandoned: false };

  async function write(): Promise<void> {
    try {
      for await (const piece of pieces) {
        if (state.abandoned) return;
        await file.appendFile(piece);
        state.bytes += piece.length;
        growth.emit('grown');
      }
    } finally {
      state.ended = true;
      growth.emit('grown');
    }
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ;) {
      while (at === state.bytes && !state.ended) await once(growth, 'grown');
      if (at === state.bytes) return await writing;
      const size = Math.min(PIECE_BYTES, state.bytes - at);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, at);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  const writing = write();
  const written = writing.catch(() => undefined); // the error goes to the reader
  const close = async () => {
    state.abandoned = true;
    await written;
    await file.close();
  };
  while (state.bytes < START_BYTES && !state.ended) await once(growth, 'grown');
  try {
    if (state.ended) await writing;
  } catch (error) {
    await close();
    throw error;
  }
  const content = Readable.from(read(), { objectMode: false });
  content.once('close', () => void close());
  return { content, written };
}
