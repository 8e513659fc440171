import { hash } from 'node:crypto';
import type { Context } from 'koa';

/** Responses longer than this, in characters, have no tag, because computing it would delay other requests. */
const MOST = 2 << 20;

/**
 * Tags the response to a read. Returns whether the client already has this response; then the status is 304 and nothing
 * must be sent. The tag is computed from this user's answer, after the permission was checked. It is weak because the
 * answer may be compressed.
 */
export function isKnown(ctx: Context, text: string): boolean {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.status !== 200 || text.length > MOST) return false;
  ctx.res.setHeader('ETag', `W/"${hash('sha256', text, 'base64url')}"`);
  if (ctx.req.headers['if-none-match'] === undefined || !ctx.fresh) return false;
  ctx.status = 304;
  return true;
}
