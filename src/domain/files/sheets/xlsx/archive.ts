import { createInflateRaw, crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { toDamaged, type Limits, MOST, UnreadableFile } from '../limits.js';

/** The parts of a zip file, by their names from `archivePartName`. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Unpacks a part in pieces. Throws `UnreadableFile` if it is missing or its checksum does not match. */
  open(name: string): AsyncGenerator<Buffer>;
  /** The unpacked size that a part states. */
  claimedBytes(name: string): number;
}

const STORED = 0;
const DEFLATED = 8;
const UNPACK_BYTES = 65_536;

/** Opens the directory of a zip file. Throws `UnreadableFile` if there is none, or if it lists more than 2,000 parts. */
export async function openArchive(bytes: Buffer, limits: Limits): Promise<Archive> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    const entries = await readEntries(zip);
    return {
      names: [...entries.keys()],
      claimedBytes: (name) => entries.get(name)?.uncompressedSize ?? 0,
      has: (name) => entries.has(name),
      open: (name) => {
        const entry = entries.get(name);
        if (!entry) throw toDamaged();
        return unpack(zip, entry, bytes, limits);
      },
    };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : toDamaged();
  }
}

/** Normalizes a part's name for lookup: lower case, no leading slash, separated by `/`. */
export const archivePartName = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();

async function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MOST.parts) throw new UnreadableFile('it has more than 2,000 parts; save it again');
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = archivePartName(entry.fileNameRaw.toString());
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}

async function* unpack(zip: yauzl.ZipFile, entry: yauzl.Entry, bytes: Buffer, limits: Limits): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new UnreadableFile('it is password-protected; remove the password');
  let sum = 0;
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const content = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    if (content.length < entry.compressedSize) throw toDamaged();
    for await (const chunk of inflate(content, entry.compressionMethod)) {
      limits.unpack(chunk.length);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : toDamaged();
  }
  if (sum !== entry.crc32) throw toDamaged();
}

function inflate(content: Buffer, method: number): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (method === STORED) return slices(content);
  if (method !== DEFLATED) throw new UnreadableFile('it is compressed in an unsupported way; save it again');
  const inflater = createInflateRaw({ chunkSize: UNPACK_BYTES });
  inflater.end(content);
  return inflater;
}

/** Splits bytes into slices small enough to process without blocking a thread for long. */
export function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += UNPACK_BYTES) yield bytes.subarray(at, at + UNPACK_BYTES);
}
