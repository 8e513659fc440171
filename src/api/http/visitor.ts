import { isIP, isIPv4 } from 'node:net';
import type { Context, Next } from 'koa';
import type { Logger } from '../../domain/kernel/context.js';
import { DomainError } from '../../domain/kernel/errors.js';

/** Paths for probes, which may use any host name because the answers reveal nothing. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Refuses requests for a host name that is not this installation's. Otherwise a web page could read the installation
 * from a visitor's browser by resolving the page's own host name to this machine (DNS rebinding). Loopback names and
 * IP addresses are always accepted, because no page can own them.
 */
export function checkHost(names: readonly string[]) {
  const proxyNames = new Set(names.map((name) => name.toLowerCase()));
  const isOwn = (name: string): boolean =>
    name === '' || isLoopbackName(name) || proxyNames.has(name) || isIP(name) !== 0;
  return (ctx: Context, next: Next): Promise<void> => {
    const foreign = formatNames(ctx).find((name) => !isOwn(name));
    if (foreign !== undefined && !probes.has(ctx.path))
      throw new DomainError('unknown-host', { host: foreign.slice(0, 100) });
    return next();
  };
}

/** Warns once about an untrusted proxy, behind which all visitors seem to have the proxy's address. */
export function warnOfProxy(logger: Logger) {
  let hasWarned = false;
  return (ctx: Context, next: Next): Promise<void> => {
    if (!hasWarned && !ctx.app.proxy && ctx.get('x-forwarded-for') !== '') {
      hasWarned = true;
      logger.warn(
        {},
        'A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is not set, so all visitors count as one. If you run the proxy, set TRUST_PROXY=true.',
      );
    }
    return next();
  };
}

/** Whether a request was made on this machine: connection, proxy headers and host names are all loopback. */
export function isFromHere(ctx: Context): boolean {
  if (ctx.get('forwarded') !== '' || (!ctx.app.proxy && Object.keys(ctx.req.headers).some(isOfProxy))) return false;
  const forwardedHeaders = [...splitAddresses(ctx.get('x-forwarded-for')), ...splitAddresses(ctx.get('x-real-ip'))];
  const addresses = [ctx.req.socket.remoteAddress ?? '', ...forwardedHeaders];
  const page = formatName(ctx.get('origin').replace(/^https?:\/\//, ''));
  return addresses.every(isLoopback) && [...formatNames(ctx), page].every((name) => name === '' || isLoopback(name));
}

/** Whether proxies add this header; browsers and scripts on this machine do not send it. */
const isOfProxy = (header: string): boolean => header === 'via' || header.startsWith('x-forwarded-');

const splitAddresses = (addresses: string): string[] =>
  addresses === '' ? [] : addresses.split(',').map((one) => one.trim());

/** The host names of a request: the one it was sent to, and the one requested through a trusted proxy. */
function formatNames(ctx: Context): string[] {
  const { host = '' } = ctx.req.headers;
  const own = formatName(host);
  return ctx.app.proxy ? [own, formatName(ctx.host)] : [own];
}

/** The name without port: `localhost` for `localhost:4200`, `::1` for `[::1]:4200`. */
const formatName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

function isLoopback(name: string): boolean {
  const address = name.replace(/^::ffff:/, '');
  return isLoopbackName(name) || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
