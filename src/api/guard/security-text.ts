import type { Context, Next } from 'koa';

const PATH = '/.well-known/security.txt';
const DAY = 24 * 3600 * 1000;
const VALID_DAYS = 180;

/**
 * Serves `/.well-known/security.txt` (RFC 9116) with these contact URIs in order of preference; no file without
 * contacts.
 */
export function securityText(contacts: readonly string[]) {
  return (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path !== PATH || contacts.length === 0) return next();
    const expires = new Date((Math.floor(Date.now() / DAY) + VALID_DAYS) * DAY).toISOString();
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      ...(ctx.secure ? [`Canonical: https://${ctx.host}${PATH}`] : []),
      '',
    ].join('\n');
    return Promise.resolve();
  };
}
