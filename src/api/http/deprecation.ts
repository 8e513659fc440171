import type { Context, Next } from 'koa';
import type { Route } from '../route.js';

/** The page that lists what is deprecated, and what to use instead. */
const GUIDE = '/api/docs#deprecation';

/**
 * Marks every answer of a deprecated call, including refusals: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and
 * links to the explanation and the call to use instead.
 */
export function markDeprecated({ deprecated }: Pick<Route, 'deprecated'>) {
  if (!deprecated) return [];
  const { since, sunset, instead } = deprecated;
  const links = [`<${GUIDE}>; rel="deprecation"; type="text/html"`];
  if (instead && !instead.includes(':'))
    links.push(`<${instead.slice(instead.indexOf(' ') + 1)}>; rel="successor-version"`);
  const headers = {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { Sunset: new Date(sunset).toUTCString() }),
    Link: links.join(', '),
  };
  return [
    (ctx: Context, next: Next): Promise<void> => {
      ctx.set(headers);
      return next();
    },
  ];
}
