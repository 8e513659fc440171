import { isIP, isIPv4 } from 'node:net';
import type { Context, Next } from 'koa';
import type { Logger } from '../../domain/kernel/context.js';
import { DomainError } from '../../domain/kernel/errors.js';

/** For probes, which call a machine by any name; their answers reveal nothing. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Refuses requests under a name that is not this installation's. Else any web page could read it from a visitor's browser,
 * by having a name of its own lead to this machine (DNS rebinding). Loopback names and plain addresses are always good:
 * no page can have one of those.
 */
export function checkHost(names: readonly string[]) {
  const own = new Set(names.map((name) => name.toLowerCase()));
  const isOwn = (name: string): boolean => name === '' || isIP(name) !== 0 || isLoopbackName(name) || own.has(name);
  return async (ctx: Context, next: Next): Promise<void> => {
    const foreign = probes.has(ctx.path) ? undefined : namesOf(ctx).find((name) => !isOwn(name));
    if (foreign !== undefined) throw new DomainError('unknown-host', { host: foreign.slice(0, 100) });
    await next();
  };
}

/** Warns once of a proxy that is not trusted: every visitor has its address then. */
export function warnOfProxy(logger: Logger) {
  let warned = false;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!warned && !ctx.app.proxy && ctx.get('x-forwarded-for') !== '') {
      warned = true;
      logger.warn(
        {},
        'A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is not set, so all visitors count as one. If you run the proxy, set TRUST_PROXY=true.',
      );
    }
    await next();
  };
}

/** Whether a request was made on this machine: its connection, and all it says of proxies and names, is loopback. */
export function isFromHere(ctx: Context): boolean {
  if (ctx.get('forwarded') !== '' || (!ctx.app.proxy && Object.keys(ctx.req.headers).some(isOfProxy))) return false;
  const given = [...listed(ctx.get('x-forwarded-for')), ...listed(ctx.get('x-real-ip'))];
  const addresses = [ctx.req.socket.remoteAddress ?? '', ...given];
  const page = nameOf(ctx.get('origin').replace(/^https?:\/\//, ''));
  return addresses.every(isLoopback) && [...namesOf(ctx), page].every((name) => name === '' || isLoopback(name));
}

/** Whether a header is one that proxies add; browsers and scripts on this machine do not. */
const isOfProxy = (header: string): boolean => header === 'via' || header.startsWith('x-forwarded-');

const listed = (addresses: string): string[] => (addresses === '' ? [] : addresses.split(',').map((one) => one.trim()));

/** The host names of a request: the one it was sent to, and that which a trusted proxy was asked for. */
const namesOf = (ctx: Context): string[] => [ctx.req.headers.host ?? '', ctx.host].map(nameOf);

/** `localhost` of `localhost:4200`, `::1` of `[::1]:4200`. */
const nameOf = (host: string): string =>
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
