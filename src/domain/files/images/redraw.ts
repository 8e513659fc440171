import { DomainError } from '../../kernel/errors.js';
import { type FileBytes, getSize, piecesFrom } from '../file-bytes.js';
import { startThread } from '../thread.js';
import { readImageHead } from './image-head.js';

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface RedrawRequest {
  readonly bytes: Uint8Array;
  readonly most: Size;
}
/** A PNG and its size in pixels. */
export interface RedrawAnswer extends Size {
  readonly bytes: Uint8Array;
}

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 4000;
const TIME_MS = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32, stackSizeMb: 2 };

/**
 * Draws an uploaded PNG, JPEG or WebP again as PNG, scaled down to fit `most`. Only pixels remain, so nothing else
 * from the file can be served. It is decoded in a separate thread, within limits of size and time. Throws
 * unreadable-file with the reason and what to do.
 */
export async function redrawImage(file: FileBytes, most: Size): Promise<RedrawAnswer> {
  if (getSize(file) > MOST_BYTES) throw unreadable('it is larger than 2 MB; reduce its size');
  const bytes = Buffer.concat(await toArray(file));
  const head = readImageHead(bytes);
  if (!head) throw unreadable('it is animated, or not a PNG, JPEG or WebP picture; save it as a still picture');
  if (head.width > MOST_PIXELS || head.height > MOST_PIXELS)
    throw unreadable(
      `it has ${head.width} × ${head.height} pixels; resize it to at most ${MOST_PIXELS} × ${MOST_PIXELS}`,
    );
  if (head.width === 0 || head.height === 0) throw refuseDamaged();
  return redrawInThread({ bytes: Uint8Array.from(bytes), most });
}

async function toArray(file: FileBytes): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesFrom(file)) pieces.push(piece);
  return pieces;
}

/** Starts a new thread for each picture, because a damaged one can leave the decoder in an undefined state. */
async function redrawInThread(request: RedrawRequest): Promise<RedrawAnswer> {
  const thread = startThread(import.meta.url, './redraw-worker', { resourceLimits, stderr: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<RedrawAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(refuseDamaged()), TIME_MS);
      thread.once('message', resolve).once('error', () => reject(refuseDamaged()));
      thread.once('exit', () => reject(refuseDamaged()));
      thread.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });
const refuseDamaged = () => unreadable('the picture is damaged; save it again');
