import { setTimeout as pause } from 'node:timers/promises';
import { type Resolve, resolveByServers, systemResolve } from './public-address.js';
import { createVault, type Vault } from './vault.js';

/** What reaching other systems needs, and what the operator of the installation allows. */
export interface OutsideAccess {
  /** Encrypts and decrypts the credentials of other systems. */
  readonly vault: Vault;
  /** Whether addresses of this machine and its private networks may be reached, also without TLS. */
  readonly allowsPrivate: boolean;
  /** The same for webhooks, and how the host names of their receivers are resolved. */
  readonly webhooks: { readonly allowsPrivate: boolean; readonly resolve: Resolve };
  /** The same for the single sign-on provider. */
  readonly signIn: { readonly allowsPrivate: boolean; readonly resolve: Resolve };
  /** The folder from whose subfolders sources may read files; null if none may. */
  readonly folder: string | null;
  /** How users reach this installation. */
  readonly people: {
    /**
     * The address of its pages, without a trailing slash. Never taken from a request, because links in emails begin
     * with it.
     */
    readonly address: string;
    /** Whether the operator configured it; otherwise it is a guess. */
    readonly isNamed: boolean;
    /** Whether emails are sent rather than only stored. */
    readonly hasMail: boolean;
  };
  /** Waits before the next try. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface OutsideSettings {
  readonly SOURCE_PRIVATE_ADDRESSES: boolean;
  readonly SOURCE_FOLDER?: string | undefined;
  readonly WEBHOOK_PRIVATE_ADDRESSES?: boolean;
  readonly SSO_PRIVATE_ADDRESSES?: boolean;
  readonly PUBLIC_URL?: string | undefined;
  readonly ALLOWED_HOSTS?: readonly string[];
  readonly PORT?: number;
  readonly SMTP_URL?: string | undefined;
}

/** Reaches other systems with the secret of an installation, as its operator allows. */
export const createOutside = (
  secret: string,
  {
    SOURCE_PRIVATE_ADDRESSES,
    SOURCE_FOLDER,
    WEBHOOK_PRIVATE_ADDRESSES = false,
    SSO_PRIVATE_ADDRESSES = false,
    ...reached
  }: OutsideSettings = { SOURCE_PRIVATE_ADDRESSES: false },
): OutsideAccess => ({
  vault: createVault(secret),
  allowsPrivate: SOURCE_PRIVATE_ADDRESSES,
  webhooks: reach(WEBHOOK_PRIVATE_ADDRESSES),
  signIn: reach(SSO_PRIVATE_ADDRESSES),
  folder: SOURCE_FOLDER ?? null,
  people: { ...findAddress(reached), hasMail: reached.SMTP_URL !== undefined },
  pause: (ms, signal) => pause(ms, undefined, { signal }),
});

/** The suffixes of names in the private network, as in hosts files. */
const reach = (allowsPrivate: boolean) => ({
  allowsPrivate,
  resolve: allowsPrivate ? systemResolve : resolveByServers(),
});

/** `PUBLIC_URL`, or else the first of `ALLOWED_HOSTS` with TLS, or else this machine. */
function findAddress({ PUBLIC_URL, ALLOWED_HOSTS = [], PORT = 4200 }: Partial<OutsideSettings>) {
  const [host] = ALLOWED_HOSTS;
  const guess = host === undefined ? `http://localhost:${PORT}` : `https://${host}`;
  return { address: PUBLIC_URL ?? guess, isNamed: PUBLIC_URL !== undefined || host !== undefined };
}
