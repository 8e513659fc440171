/** A file in a tar archive. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** A file is not a tar archive as `tarEntry` writes it. The message has the reason. */
export class TarError extends Error {}

const BLOCK = 512;
const MOST = 64 * 1024 * 1024;

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

/** A file as a POSIX tar (ustar) entry: a header, the content, and zeros to fill the last block. */
export function tarEntry(name: string, content: Buffer, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0' + octal(0, 7) + octal(0, 7), 100);
  header.write(octal(content.length, 11) + octal(Math.floor(modifiedAt.getTime() / 1000), 11), 124);
  header.write('        0', 148); // the checksum counts its own field as spaces
  header.write('ustar\x0000', 257);
  header.write(`${octal(computeSum(header), 6)} `, 148);
  return Buffer.concat([header, content, Buffer.alloc(padding(content.length))]);
}

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
const computeSum = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

/**
 * Reads the files of an archive one after the other, each fully in memory. Throws a TarError if it is damaged or ends
 * early.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source);
  try {
    for (;;) {
      const header = await bytes.take(BLOCK);
      if (header.every((byte) => byte === 0)) break;
      const { name, size } = parseHeader(header);
      const content = await bytes.take(size);
      await bytes.take(padding(size));
      yield { name, content };
    }
    if (!(await bytes.isZeroToTheEnd())) throw new TarError('it has extra data at the end');
  } finally {
    await bytes.close();
  }
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/[\0 ].*$/s, '');
  const blank = Buffer.from(header).fill(' ', 148, 156);
  if (text(257, 263) !== 'ustar' || Number.parseInt(text(148, 156), 8) !== computeSum(blank))
    throw new TarError('it is damaged');
  const size = Number.parseInt(text(124, 136), 8);
  if (!(size <= MOST)) throw new TarError('a part of it is too large');
  return { name: text(0, 100), size };
}

/** Reads pieces of a given length from chunks of any length. */
class Bytes {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missingBytes = size;
    while (missingBytes > 0) {
      if (this.rest.length === 0) this.rest = await this.next();
      const piece = this.rest.subarray(0, missingBytes);
      this.rest = this.rest.subarray(piece.length);
      pieces.push(piece);
      missingBytes -= piece.length;
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  async isZeroToTheEnd(): Promise<boolean> {
    for (let rest: Buffer | undefined = this.rest; rest; rest = await this.more()) {
      if (rest.some((byte) => byte !== 0)) return false;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async next(): Promise<Buffer> {
    for (let chunk = await this.more(); chunk; chunk = await this.more()) if (chunk.length > 0) return chunk;
    throw new TarError('it is incomplete');
  }

  private async more(): Promise<Buffer | undefined> {
    const next = await this.chunks.next();
    return next.done ? undefined : next.value;
  }
}
