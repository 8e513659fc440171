import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/kernel/errors.js';
import { openNameless } from '../../domain/kernel/platform/nameless-file.js';
import type { Capacity } from '../guard/capacity.js';

const READ_BYTES = 256 * 1024;

type Look = (piece: Buffer) => void;

/** The bytes of a received body: in memory if small, otherwise in an unnamed file. */
export class ReceivedBytes {
  private pieces: Buffer[] = [];
  private inMemory = 0;
  private file: FileHandle | undefined;
  private inFile = 0;

  constructor(private readonly capacity: Capacity) {}

  get size(): number {
    return this.inMemory + this.inFile;
  }

  /** Stores a piece. Throws `busy` if there is no capacity left for bodies, and any error of the disk. */
  async add(piece: Buffer): Promise<void> {
    const { limits, bodyBytes: lifetime } = this.capacity;
    const isShort = this.size + piece.length <= limits.bodyInMemory;
    if (!this.file && isShort && lifetime.memory + piece.length <= limits.bodiesInMemory) return this.keep(piece);
    if (lifetime.files + this.inMemory + piece.length > limits.bodiesInFiles)
      throw new DomainError('busy', { retryAfter: 5 });
    this.file ??= await openNameless();
    for (const one of [...this.releaseMemory(), piece]) await this.write(this.file, one);
  }

  /**
   * All bytes, one piece at a time, so that a file is never completely in memory. `look` gets each piece as it is
   * read.
   */
  async *inPieces(look: Look = () => undefined): AsyncGenerator<Buffer> {
    for await (const piece of this.file ? readFile(this.file, this.inFile) : this.pieces) {
      look(piece);
      yield piece;
    }
  }

  /** Releases the memory or file. */
  async close(): Promise<void> {
    this.releaseMemory();
    const { file } = this;
    this.file = undefined;
    this.capacity.bodyBytes.files -= this.inFile;
    this.inFile = 0;
    await file?.close();
  }

  private keep(piece: Buffer): void {
    this.pieces.push(piece);
    this.inMemory += piece.length;
    this.capacity.bodyBytes.memory += piece.length;
  }

  private releaseMemory(): readonly Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    this.capacity.bodyBytes.memory -= this.inMemory;
    this.inMemory = 0;
    return pieces;
  }

  private async write(file: FileHandle, piece: Buffer): Promise<void> {
    this.inFile += piece.length;
    this.capacity.bodyBytes.files += piece.length;
    await file.appendFile(piece);
  }
}

async function* readFile(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, size - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error('the stored file is shorter than the request body');
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** The memory and file limits, and how long the data is kept: until the request ends, even if its body never does. */
export interface ReceiveOptions {
  readonly most: number;
  readonly capacity: Capacity;
  readonly until: AbortSignal;
}

/**
 * Receives everything a stream sends. Throws `too-large` beyond `most` bytes, `busy` without capacity, and
 * `cancelled` if the stream ends early or the client is gone. After a refusal, the caller must end the stream.
 */
export async function receive(source: Readable, { most, capacity, until }: ReceiveOptions): Promise<ReceivedBytes> {
  const bytes = new ReceivedBytes(capacity);
  try {
    if (source.destroyed || until.aborted) throw new DomainError('cancelled', undefined);
    await collect(source, bytes, most, until);
    until.addEventListener('abort', () => void bytes.close(), { once: true });
    return bytes;
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

function collect(source: Readable, bytes: ReceivedBytes, most: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let adding = Promise.resolve();
    const add = (piece: Buffer): void => {
      if (bytes.size + piece.length > most) return fail(new DomainError('too-large', { limit: 'allowed' }));
      source.pause();
      adding = bytes.add(piece).then(() => void source.resume(), fail);
    };
    const settle = (): void => {
      source.off('data', add).off('end', end).off('close', failCut).off('error', fail);
      until.removeEventListener('abort', failCut);
    };
    const end = (): void => {
      settle();
      resolve();
    };
    const fail = (reason: Error): void => {
      settle();
      source.on('error', () => undefined); // it may fail again after the caller has stopped waiting
      void adding.finally(() => reject(reason));
    };
    const failCut = (): void => fail(new DomainError('cancelled', undefined));
    source.on('data', add).on('end', end).on('close', failCut).on('error', fail);
    until.addEventListener('abort', failCut);
  });
}
