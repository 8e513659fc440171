import type { Context } from 'koa';
import { SESSION_MS } from '../../domain/kernel/rights/tokens.js';
import { DomainError } from '../../domain/kernel/errors.js';
import { isId } from '../../domain/kernel/ids.js';

const HEADER = 'X-Session';

/** The header as described in the OpenAPI document. */
export const sessionHeader = {
  name: HEADER,
  in: 'header',
  required: false,
  description:
    '`cookie` keeps the session in a cookie that scripts cannot read and returns `token` without its signature. With a user ID, the call uses the session of that cookie if it belongs to that user. Only for the Shedworks dashboard; API clients leave it out.',
  schema: { type: 'string' },
} as const;

/** What a request reveals about its sender. */
interface Credentials {
  readonly token: string;
  /**
   * The user whose session the page believes it has, because the cookie may have changed since. Null for requests
   * without a page.
   */
  readonly userId: string | null;
}

/** The token or API key in `x-auth-token` or `Authorization: Bearer`; empty without either. */
const sentToken = (ctx: Context): string =>
  ctx.get('x-auth-token') || (/^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1] ?? '');

/** The token that a request sends, or else the cookie's if `X-Session` names its user; null without either. */
export function getCredentials(ctx: Context, cookie: string): Credentials | null {
  const sessionToken = sentToken(ctx);
  if (sessionToken) return { token: sessionToken, userId: null };
  const userId = ctx.get(HEADER);
  const token = usesCookie(ctx) && isId(userId) ? ctx.cookies.get(formatName(ctx, cookie)) : undefined;
  return token ? { token, userId } : null;
}

/** The token of a request from any page; it may still be refused. */
export const tokenIn = (ctx: Context, cookie: string): string =>
  sentToken(ctx) || (ctx.cookies.get(formatName(ctx, cookie)) ?? '');

/** The token that a sign-in replaces; empty without one. Throws `foreign-page` for a cookie sent by another page. */
export const replacedToken = (ctx: Context, cookie: string): string =>
  sentToken(ctx) || (usesCookie(ctx) ? (ctx.cookies.get(formatName(ctx, cookie)) ?? '') : '');

/**
 * Returns a new session as the request prefers. In a cookie: the response then has the token without its signature,
 * which shows user and expiry but grants no access. Otherwise there is no cookie, and the response has the full
 * token. An unfinished sign-in has no token yet.
 */
export function openSession<T extends { readonly token?: string }>(ctx: Context, cookie: string, answer: T): T {
  const { token } = answer;
  if (!usesCookie(ctx) || token === undefined) return answer;
  ctx.cookies.set(formatName(ctx, cookie), token, { ...protectedBy(ctx), maxAge: SESSION_MS });
  return { ...answer, token: token.slice(0, token.lastIndexOf('.') + 1) };
}

/** Removes the cookie of an ended session. */
export function closeSession(ctx: Context, cookie: string): void {
  if (usesCookie(ctx)) ctx.cookies.set(formatName(ctx, cookie), null, protectedBy(ctx));
}

/**
 * The cookie's name over TLS. Browsers accept `__Host-` cookies only from this host over TLS, so no other host can
 * plant one.
 */
const formatName = (ctx: Context, cookie: string): string => `${ctx.secure ? '__Host-' : ''}session-${cookie}`;

const protectedBy = (ctx: Context) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: ctx.secure, overwrite: true }) as const;

/**
 * Whether the request keeps its session in a cookie. Requiring this header already keeps other sites out, because
 * browsers send a preflight before such a cross-site request, which the server never allows. Also throws
 * `foreign-page` if the browser reports another page.
 */
export function usesCookie(ctx: Context): boolean {
  const header = ctx.get(HEADER);
  if (header !== 'cookie' && !isId(header)) return false;
  if (!isOwnPage(ctx)) throw new DomainError('foreign-page', undefined);
  return true;
}

/** Browsers omit `Sec-Fetch-Site` over plain HTTP, and `Origin` when a page reads from its own server. */
function isOwnPage(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin';
  const origin = ctx.get('Origin');
  return origin ? getHost(origin) === ctx.host : ctx.method === 'GET' || ctx.method === 'HEAD';
}

function getHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null; // `null` for a page without an address
  }
}
