import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { Context, Next } from 'koa';

/** For pages: they load only what this server has. */
const ofPages = {
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
} as const satisfies HelmetOptions;

/** For answers of the API: a browser that opens one loads and runs nothing. What matters only to pages is left out. */
const ofAnswers = {
  ...ofPages,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], 'base-uri': ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const satisfies HelmetOptions;

/** The API's only page. */
const API_PAGE = '/api/docs';

/**
 * Helmet's headers, created once because the answers share them. Answers are not cached unless they allow it. Over TLS,
 * browsers enforce HTTPS for a year.
 */
export function security() {
  const [pageHeaders, answerHeaders] = [listHeaders(ofPages), listHeaders(ofAnswers)];
  return (ctx: Context, next: Next): Promise<void> => {
    const { res, request } = ctx;
    const { path } = request;
    const isAnswer = path.startsWith('/api/') && !path.startsWith(API_PAGE);
    for (const [name, value] of isAnswer ? answerHeaders : pageHeaders) res.setHeader(name, value);
    res.setHeader('cache-control', 'no-store');
    if (request.secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next();
  };
}

function listHeaders(options: HelmetOptions): (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, () => undefined);
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)] as const);
}
