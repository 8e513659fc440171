import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pictures } from '../../testing/pictures.js';
import { readImageHead } from './image-head.js';
import { redrawImage } from './redraw.js';

const most = { width: 600, height: 240 };
const redraw = (bytes: Uint8Array) => redrawImage(bytes, most);

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('in %s is recognized by its bytes and becomes a PNG', async (format) => {
    const bytes = pictures[format](300, 90);
    expect(readImageHead(bytes)).toMatchObject({ width: 300, height: 90 });
    const redrawn = await redraw(bytes);
    expect(redrawn).toMatchObject({ width: 300, height: 90 });
    expect(readImageHead(redrawn.bytes)).toEqual({ kind: 'PNG', width: 300, height: 90 });
  });

  test('larger than the limit is scaled down proportionally', async () => {
    expect(await redraw(pictures.png(2000, 400))).toMatchObject({ width: 600, height: 120 });
    expect(await redraw(pictures.png(100, 960))).toMatchObject({ width: 25, height: 240 });
    expect(await redraw(pictures.png(3000, 1))).toMatchObject({ width: 600, height: 1 });
  });

  test('in a WebP frame of its own size is read', async () => {
    expect(await redraw(frameImage(pictures.webp(50, 20), 50, 20))).toMatchObject({ width: 50, height: 20 });
  });

  test('loses all other content of its file, such as texts and bytes after its end', async () => {
    const script = '<script>alert(1)</script>';
    const withHiddenScript = Buffer.concat([withText(pictures.png(40, 40), script), Buffer.from(script)]);
    expect(withHiddenScript.includes('script')).toBe(true);
    const { bytes } = await redraw(withHiddenScript);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
  });
});

/** A PNG with a text chunk after its header. */
function withText(png: Buffer, text: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${text}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, sum, png.subarray(33)]);
}

/** A PNG that claims another size. */
function claiming(width: number, height: number): Buffer {
  const png = Buffer.from(pictures.png(8, 8));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A WebP of one size in a frame that claims another. */
function frameImage(inner: Buffer, width: number, height: number): Buffer {
  const head = Buffer.alloc(30);
  head.write('RIFF', 0);
  head.write('WEBPVP8X', 8);
  head.writeUInt32LE(10, 16);
  head.writeUIntLE(width - 1, 24, 3);
  head.writeUIntLE(height - 1, 27, 3);
  const all = Buffer.concat([head, inner.subarray(12)]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

describe('is refused', () => {
  const NO_PICTURE = /animated, or not a PNG, JPEG or WebP picture/;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Buffer, RegExp]>([
    ['an SVG', () => Buffer.from(svg), NO_PICTURE],
    ['a page', () => Buffer.from('<!doctype html><title>Logo</title><script>alert(1)</script>'), NO_PICTURE],
    ['a GIF', () => Buffer.from(`GIF89a${'\0'.repeat(40)}`, 'latin1'), NO_PICTURE],
    ['an archive', () => Buffer.from(`PK\x03\x04${'\0'.repeat(40)}`, 'latin1'), NO_PICTURE],
    ['an empty file', () => Buffer.alloc(0), NO_PICTURE],
    ['the first bytes of a PNG', () => pictures.png(40, 40).subarray(0, 20), NO_PICTURE],
    ['a JPEG without a frame', () => Buffer.from([0xff, 0xd8, ...Array<number>(60).fill(0xff)]), NO_PICTURE],
    ['a cut-off PNG', () => pictures.png(400, 200).subarray(0, 60), /damaged/],
    ['a cut-off JPEG', () => pictures.jpeg(400, 200).subarray(0, 200), /damaged/],
    ['a cut-off WebP', () => pictures.webp(400, 200).subarray(0, 40), /damaged/],
    ['a PNG without pixels', () => claiming(0, 10), /damaged/],
    ['a PNG that claims more pixels than it has', () => claiming(3000, 3000), /damaged/],
    ['a PNG that would fill memory', () => claiming(60_000, 60_000), /60000 × 60000 pixels; resize it to at most/],
    ['a WebP larger than its frame', () => frameImage(pictures.webp(300, 300), 10, 10), NO_PICTURE],
    ['a file of more than 2 MB', () => Buffer.alloc(2 * 1024 * 1024 + 1), /larger than 2 MB/],
  ])('%s', async (_, make, why) => {
    await expect(redraw(make())).rejects.toMatchObject({
      code: 'unreadable-file',
      message: expect.stringMatching(why),
    });
  });

  test('that is damaged does not affect the next one', async () => {
    await expect(redraw(pictures.png(400, 200).subarray(0, 60))).rejects.toThrow('damaged');
    expect(await redraw(pictures.png(30, 30))).toMatchObject({ width: 30 });
  });
});
