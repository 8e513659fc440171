import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let poolIndex = pool.length;
let last = 0;
let counter = 0;

/** Creates a record ID: a UUIDv7, so that IDs from one process sort by creation time. */
export function newId(): string {
  const now = Date.now();
  if (poolIndex + 8 > pool.length) {
    randomFillSync(pool);
    poolIndex = 0;
  }
  if (now > last) {
    last = now;
    counter = pool.readUInt16BE(poolIndex) & 0x3ff;
  } else if (++counter > 0xfff) {
    last += 1;
    counter = 0;
  }
  const time = last.toString(16).padStart(12, '0');
  const tail =
    ((pool.readUInt8(poolIndex) & 0x3f) | 0x80).toString(16) + pool.toString('hex', poolIndex + 1, poolIndex + 8);
  poolIndex += 8;
  const seq = (0x7000 | counter).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${seq}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a record ID. */
export const isId = (text: string): boolean => pattern.test(text);
