import net from 'node:net';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';

/** The website that passkeys belong to, called relying party in WebAuthn. */
interface PasskeyHost {
  /** Its host. A passkey is created for it and works only there. */
  readonly id: string;
  /** Whether a page of this origin belongs to it. */
  readonly accepts: (origin: string) => boolean;
}

const ON_THIS_MACHINE = /^http:\/\/localhost(:\d{1,5})?$/;

/**
 * Where passkeys work: at this installation's address if it has a host name and TLS, or on this machine; otherwise
 * null. The address comes from `PUBLIC_URL`, never from a request.
 */
export function findPasskeyHost({ outside }: Pick<Ctx, 'outside'>): PasskeyHost | null {
  const people = outside?.people;
  if (!people) return null;
  const { hostname: id, protocol, origin: pageOrigin } = new URL(people.address);
  if (id === 'localhost') return { id, accepts: (origin) => ON_THIS_MACHINE.test(origin) };
  if (protocol !== 'https:' || net.isIP(id.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id, accepts: (origin) => origin === pageOrigin };
}

/** Throws if passkeys cannot work here. */
export function requirePasskeyHost(ctx: Pick<Ctx, 'outside'>): PasskeyHost {
  const host = findPasskeyHost(ctx);
  if (!host) throw new DomainError('no-passkeys-here', undefined);
  return host;
}
