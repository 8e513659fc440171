import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const FIRST_OF_1980 = 0x21; // a fixed date, so that the same content yields the same file

type Field = readonly [value: number, bytes: 2 | 4];

/** A zip file, packed entry by entry. Only the compressed bytes stay in memory. */
export class ZipFile {
  private readonly pieces: Buffer[] = [];
  private readonly directory: Buffer[] = [];
  private size = 0;

  /** Compresses an entry piece by piece, letting other work run in between. */
  async add(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const { packed, fields } = await pack(content);
    const path = Buffer.from(name);
    const common: readonly Field[] = [[20, 2], [UTF8_NAMES, 2], [DEFLATED, 2], [0, 2], [FIRST_OF_1980, 2], ...fields, [path.length, 2]]; // prettier-ignore
    this.directory.push(record(0x02014b50, [20, 2], ...common, [0, 4], [0, 4], [0, 4], [this.size, 4]), path);
    this.push(record(0x04034b50, ...common, [0, 2]), path, ...packed);
  }

  bytes(): Uint8Array {
    const start = this.size;
    const parts = this.directory.length / 2;
    this.push(...this.directory);
    this.push(record(0x06054b50, [0, 4], [parts, 2], [parts, 2], [this.size - start, 4], [start, 4], [0, 2]));
    return Buffer.concat(this.pieces);
  }

  private push(...pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.pieces.push(piece);
      this.size += piece.length;
    }
  }
}

async function pack(content: AsyncIterable<string> | Iterable<string>) {
  const pieces: Buffer[] = [];
  const deflater = createDeflateRaw();
  deflater.on('data', (chunk: Buffer) => pieces.push(chunk));
  const end = once(deflater, 'end');
  let sum = 0;
  let size = 0;
  for await (const text of content) {
    const bytes = Buffer.from(text);
    sum = crc32(bytes, sum);
    size += bytes.length;
    if (!deflater.write(bytes)) await once(deflater, 'drain');
  }
  deflater.end();
  await end;
  const fields: readonly Field[] = [[sum, 4], [pieces.reduce((all, { length }) => all + length, 0), 4], [size, 4]]; // prettier-ignore
  return { packed: pieces, fields };
}

function record(signature: number, ...fields: readonly Field[]): Buffer {
  const all: readonly Field[] = [[signature, 4], ...fields];
  const bytes = Buffer.alloc(all.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of all) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
