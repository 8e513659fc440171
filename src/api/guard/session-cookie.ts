import type { Context } from 'koa';
import { SESSION_MS } from '../../domain/kernel/rights/tokens.js';
import { DomainError } from '../../domain/kernel/errors.js';
import { isId } from '../../domain/kernel/ids.js';

const HEADER = 'X-Session';

/** The header as the OpenAPI document describes it. */
export const sessionHeader = {
  name: HEADER,
  in: 'header',
  required: false,
  description:
    '`cookie` keeps the session in a cookie that scripts cannot read and returns `token` without its signature. A user ID makes the call in the session of that cookie if it belongs to that user. Only for the Shedworks dashboard; API clients leave it out.',
  schema: { type: 'string' },
} as const;

/** What a request says of who sends it. */
interface Credentials {
  readonly token: string;
  /** Whose session the page takes it for; it may have changed under the page. Null where there is no page. */
  readonly userId: string | null;
}

/** The token of `x-auth-token`, else that of the cookie where `X-Session` names its user; null without either. */
export function credentialsOf(ctx: Context, cookie: string): Credentials | null {
  const given = ctx.get('x-auth-token');
  if (given) return { token: given, userId: null };
  const userId = ctx.get(HEADER);
  const token = usesCookie(ctx) && isId(userId) ? ctx.cookies.get(nameOf(ctx, cookie)) : undefined;
  return token ? { token, userId } : null;
}

/** The token that a request carries, whichever page sends it: it may still be refused. */
export const tokenIn = (ctx: Context, cookie: string): string =>
  ctx.get('x-auth-token') || (ctx.cookies.get(nameOf(ctx, cookie)) ?? '');

/** The token that a sign-in takes the place of; empty without one. Throws `foreign-page` for the cookie of another page. */
export const replacedToken = (ctx: Context, cookie: string): string =>
  ctx.get('x-auth-token') || (usesCookie(ctx) ? (ctx.cookies.get(nameOf(ctx, cookie)) ?? '') : '');

/**
 * Keeps a new session where the request asks for it: in a cookie, and then its token is answered without the signature,
 * which says who and until when but opens nothing; else nowhere, and the token is answered as it is.
 */
export function openSession<T extends { readonly token: string }>(ctx: Context, cookie: string, answer: T): T {
  if (!usesCookie(ctx)) return answer;
  const { token } = answer;
  ctx.cookies.set(nameOf(ctx, cookie), token, { ...protectedBy(ctx), maxAge: SESSION_MS });
  return { ...answer, token: token.slice(0, token.lastIndexOf('.') + 1) };
}

/** Removes the cookie of a session that has ended. */
export function closeSession(ctx: Context, cookie: string): void {
  if (usesCookie(ctx)) ctx.cookies.set(nameOf(ctx, cookie), null, protectedBy(ctx));
}

/** A browser takes `__Host-` from this very host over TLS only, so no other one can plant the cookie. */
const nameOf = (ctx: Context, cookie: string): string => `${ctx.secure ? '__Host-' : ''}session-${cookie}`;

const protectedBy = (ctx: Context) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: ctx.secure, overwrite: true }) as const;

/**
 * Whether a request keeps its session in a cookie. Its header alone keeps other sites out: a browser asks the server before
 * it sends one for them, and is never allowed to. Throws `foreign-page` where the browser names another page as well.
 */
export function usesCookie(ctx: Context): boolean {
  const asked = ctx.get(HEADER);
  if (asked !== 'cookie' && !isId(asked)) return false;
  if (!isOwnPage(ctx)) throw new DomainError('foreign-page', undefined);
  return true;
}

/** Browsers leave `Sec-Fetch-Site` out over plain HTTP, and `Origin` where a page reads from its own server. */
function isOwnPage(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin';
  const origin = ctx.get('Origin');
  return origin ? hostOf(origin) === ctx.host : ctx.method === 'GET' || ctx.method === 'HEAD';
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null; // `null`, of a page without an address
  }
}
