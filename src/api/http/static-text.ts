import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A text that is the same for every client. */
interface EncodedText {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * Serves a text that is the same for all clients, generated and compressed once on first request. Clients with a
 * current copy get an answer without a body.
 */
export function staticText(type: string, make: () => string): (ctx: Context) => Promise<void> {
  let compression: Promise<EncodedText> | undefined;
  return async (ctx) => {
    compression ??= compress(make());
    const { etag, plain, br, gzip } = await compression;
    ctx.compress = false;
    ctx.type = type;
    ctx.set({ etag, 'cache-control': 'public, max-age=0, must-revalidate' });
    ctx.vary('Accept-Encoding');
    ctx.status = 200; // the headers that `fresh` compares
    if (ctx.fresh) return void (ctx.status = 304);
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding === 'br' || encoding === 'gzip') ctx.set('content-encoding', encoding);
    ctx.body = encoding === 'br' ? br : encoding === 'gzip' ? gzip : plain;
  };
}

async function compress(text: string): Promise<EncodedText> {
  const plainBytes = Buffer.from(text);
  const [br, gzip] = await Promise.all([
    brotli(plainBytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    zip(plainBytes),
  ]);
  const etag = `"${createHash('sha256').update(plainBytes).digest('base64url').slice(0, 27)}"`;
  return { etag, plain: plainBytes, br, gzip };
}
