import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A part of a zip file, with its possible faults. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly isStored?: boolean;
  /** How often the bytes are repeated before `last`; the checksum of such a part is wrong. */
  readonly times?: number;
  readonly last?: string;
  readonly isEncrypted?: boolean;
  /** The declared unpacked size, if it is wrong. */
  readonly claimedBytes?: number;
  readonly crc?: number;
}

/** A zip file with these parts, in order. */
export function getZip(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { name, packed, fields } = toFields(part);
    const header = record(0x04034b50, [20, 2], ...fields, [name.length, 2], [0, 2]);
    directory.push(
      Buffer.concat([
        record(
          0x02014b50,
          [20, 2],
          [20, 2],
          ...fields,
          [name.length, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [offset, 4],
        ),
        name,
      ]),
    );
    local.push(header, name, packed);
    offset += header.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = record(
    0x06054b50,
    [0, 2],
    [0, 2],
    [parts.length, 2],
    [parts.length, 2],
    [list.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...local, list, end]);
}

type Field = readonly [value: number, bytes: 2 | 4];

function toFields(part: ZipPart) {
  const { name, bytes, isStored, isEncrypted, claimedBytes, crc } = part;
  const content = Buffer.from(bytes as Uint8Array);
  const packed = isStored ? content : deflate(content, part);
  const fields: Field[] = [
    [isEncrypted ? 1 : 0, 2],
    [isStored ? 0 : 8, 2],
    [0, 2],
    [0x21, 2],
    [crc ?? crc32(content), 4],
    [packed.length, 4],
    [claimedBytes ?? content.length, 4],
  ];
  return { name: Buffer.from(name), packed, fields };
}

/** Deflate blocks without back references can be repeated, so that building a bomb costs nothing. */
function deflate(content: Buffer, { times = 1, last = '' }: ZipPart): Buffer {
  if (times === 1) return deflateRawSync(content);
  const block = deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array<Buffer>(times).fill(block), deflateRawSync(last)]);
}

function record(signature: number, ...fields: readonly Field[]): Buffer {
  const all: readonly Field[] = [[signature, 4], ...fields];
  const bytes = Buffer.alloc(all.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of all) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
