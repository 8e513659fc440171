import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Context, Next } from 'koa';

/**
 * Helmet's headers, created once because all answers share them. Answers are not cached unless they allow it. Over
 * TLS, browsers enforce HTTPS for a year.
 */
export function security() {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'upgrade-insecure-requests': null,
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })(request, answer, () => undefined);
  const headers = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (ctx: Context, next: Next): Promise<void> => {
    const { res } = ctx;
    for (const [name, value] of headers) res.setHeader(name, value);
    res.setHeader('cache-control', 'no-store');
    if (ctx.secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next();
  };
}
