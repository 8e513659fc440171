/** What the first bytes of a picture state. */
export interface ImageHead {
  readonly kind: 'PNG' | 'JPEG' | 'WebP';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Detects the format and size of a picture by its bytes, regardless of its file name; null for anything else. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 30) return null;
  return readPng(view) ?? readJpeg(view) ?? readWebp(view);
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(view: Buffer): ImageHead | null {
  if (!view.subarray(0, 8).equals(PNG) || view.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { kind: 'PNG', width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

/** The frame headers of a JPEG; C4, C8 and CC in their range are other markers. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;

function readJpeg(view: Buffer): ImageHead | null {
  if (view[0] !== 0xff || view[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 <= view.length && view[at] === 0xff) {
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { kind: 'JPEG', height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    else if (marker === START_OF_SCAN) return null;
    else at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(view: Buffer): ImageHead | null {
  if (nameAt(view, 0) !== 'RIFF' || nameAt(view, 8) !== 'WEBP') return null;
  return nameAt(view, 12) === 'VP8X' ? readFrame(view) : readPixels(view, 12);
}

const nameAt = (view: Buffer, at: number): string => view.toString('latin1', at, at + 4);

/**
 * The size of a frame with one still picture of the same size; null otherwise, so that no picture is larger than it
 * claims.
 */
function readFrame(view: Buffer): ImageHead | null {
  const frame = { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  let at = 30;
  while (at + 30 <= view.length && !['VP8 ', 'VP8L'].includes(nameAt(view, at))) {
    const length = view.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  const inner = readPixels(view, at);
  return inner?.width === frame.width && inner.height === frame.height ? inner : null;
}

function readPixels(view: Buffer, at: number): ImageHead | null {
  if (at + 18 > view.length) return null;
  if (nameAt(view, at) === 'VP8L') {
    const sizes = view.readUInt32LE(at + 9);
    return { kind: 'WebP', width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  if (nameAt(view, at) !== 'VP8 ') return null;
  return { kind: 'WebP', width: view.readUInt16LE(at + 14) & 0x3fff, height: view.readUInt16LE(at + 16) & 0x3fff };
}
