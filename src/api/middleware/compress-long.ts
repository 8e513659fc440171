import type { Context, Next } from 'koa';
import compress from 'koa-compress';

const COMPRESSED_BYTES = 1024;
const compressBody = compress({ threshold: COMPRESSED_BYTES, br: { params: { 1: 4 } } });

/** Compresses long answers. Most are short, and deciding that costs less than asking the compression. */
export async function compressLong(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body } = ctx;
  const isShort = typeof body === 'string' && Buffer.byteLength(body) < COMPRESSED_BYTES;
  if (isShort) ctx.vary('Accept-Encoding');
  else await compressBody(ctx, () => Promise.resolve());
}
