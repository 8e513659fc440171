import { hash } from 'node:crypto';
import type { Context } from 'koa';

/** Longer answers, in characters, have no tag: computing it would keep other requests waiting. */
const MOST = 2 << 20;

/**
 * Tags the answer of a read and says whether the client has this very answer already; then the status is 304 and nothing
 * is to be sent. The tag is made of what this user is answered, after the permission was checked. It is weak because the
 * answer may be compressed.
 */
export function isKnown(ctx: Context, text: string): boolean {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.status !== 200 || text.length > MOST) return false;
  ctx.set('ETag', `W/"${hash('sha256', text, 'base64url')}"`);
  if (!ctx.fresh) return false;
  ctx.status = 304;
  return true;
}
