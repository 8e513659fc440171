import net from 'node:net';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';

/** The website that passkeys belong to, as WebAuthn names it. */
interface PasskeyHost {
  /** Its host, which a passkey is made for and works at alone. */
  readonly id: string;
  /** Whether a page of this origin is part of it. */
  readonly accepts: (origin: string) => boolean;
}

const ON_THIS_MACHINE = /^http:\/\/localhost(:\d{1,5})?$/;

/**
 * Where passkeys work: at the address of this installation, if it has a name and TLS, or on this machine; otherwise
 * null. The address is that of `PUBLIC_URL`, never that of a request.
 */
export function findPasskeyHost({ outside }: Pick<Ctx, 'outside'>): PasskeyHost | null {
  const people = outside?.people;
  if (!people) return null;
  const { hostname: id, protocol, origin: own } = new URL(people.address);
  if (id === 'localhost') return { id, accepts: (origin) => ON_THIS_MACHINE.test(origin) };
  if (protocol !== 'https:' || net.isIP(id.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id, accepts: (origin) => origin === own };
}

/** Throws where passkeys cannot work. */
export function requirePasskeyHost(ctx: Pick<Ctx, 'outside'>): PasskeyHost {
  const host = findPasskeyHost(ctx);
  if (!host) throw new DomainError('no-passkeys-here', undefined);
  return host;
}
