import { PassThrough, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const SIZES_FOLLOW = 0x0008;
const DEFLATED = 8;
const FIRST_OF_1980 = 0x21; // a fixed date, so that the same content yields the same file
const FAST = 2; // a sixth larger than the default, in a third of its time
const UNPACKED_PIECE_BYTES = 262_144;
const PIECE_BYTES = 65_536;

type Field = readonly [value: number, bytes: 2 | 4];

/** What both headers of a file begin with: versions, flags, method, time and date. */
const common: readonly Field[] = [[20, 2], [UTF8_NAMES | SIZES_FOLLOW, 2], [DEFLATED, 2], [0, 2], [FIRST_OF_1980, 2]]; // prettier-ignore

/** A file in a zip file, with its content piece by piece. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/**
 * Packs files into a zip file, which is read while they are: nothing is held but the next pieces, and other work runs
 * in between. A reader that stops ends the entries too.
 */
export async function* zipFile(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let size = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name);
    const measures = { sum: 0, packed: 0, size: 0 };
    const head = Buffer.concat([record(0x04034b50, ...common, [0, 4], [0, 4], [0, 4], [path.length, 2], [0, 2]), path]); // prettier-ignore
    yield head;
    yield* pack(content, measures);
    const sizes: readonly Field[] = [[measures.sum, 4], [measures.packed, 4], [measures.size, 4]]; // prettier-ignore
    const tail = record(0x08074b50, ...sizes);
    yield tail;
    directory.push(record(0x02014b50, [20, 2], ...common, ...sizes, [path.length, 2], [0, 4], [0, 4], [0, 4], [size, 4]), path); // prettier-ignore
    size += head.length + measures.packed + tail.length;
  }
  const parts = directory.length / 2;
  const bytes = Buffer.concat(directory);
  yield bytes;
  yield record(0x06054b50, [0, 4], [parts, 2], [parts, 2], [bytes.length, 4], [size, 4], [0, 2]);
}

/** The checksum of a content, and its bytes when packed and not. */
interface Measures {
  sum: number;
  packed: number;
  size: number;
}

async function* pack(content: ZipEntry['content'], measures: Measures): AsyncGenerator<Buffer> {
  const ahead = new PassThrough(); // the next piece is made while one is packed
  const deflater = createDeflateRaw({ level: FAST, chunkSize: PIECE_BYTES });
  const packed: AsyncIterable<Buffer> = pipeline(measure(content, measures), ahead, deflater, () => undefined); // its reader gets the error
  for await (const piece of packed) {
    measures.packed += piece.length;
    yield piece;
  }
}

/**
 * Yields the bytes in pieces large enough that packing one and making the next go on side by side. Texts are written
 * into the piece, because bytes of their own would have to be copied.
 */
async function* measure(content: ZipEntry['content'], measures: Measures): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(UNPACKED_PIECE_BYTES);
  let size = 0;
  const take = (): Buffer => {
    const bytes = piece.subarray(0, size);
    measures.sum = crc32(bytes, measures.sum);
    measures.size += size;
    size = 0;
    return bytes;
  };
  for await (const text of content) {
    const mostBytes = text.length * 3;
    if (size + mostBytes > piece.length) {
      if (size > 0) yield take();
      piece = Buffer.allocUnsafe(Math.max(UNPACKED_PIECE_BYTES, mostBytes));
    }
    size += piece.write(text, size);
  }
  yield take();
}

function record(signature: number, ...fields: readonly Field[]): Buffer {
  const all: readonly Field[] = [[signature, 4], ...fields];
  const bytes = Buffer.alloc(all.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of all) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
