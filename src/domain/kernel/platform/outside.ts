import { setTimeout as pause } from 'node:timers/promises';
import { createVault, type Vault } from './vault.js';

/** What reaching other systems needs, and what the operator of the installation allows. */
export interface Outside {
  /** Opens and seals the credentials of other systems. */
  readonly vault: Vault;
  /** Whether addresses of this machine and its private networks may be reached, also without TLS. */
  readonly allowsPrivate: boolean;
  /** The folder whose subfolders sources may read files from; null if none may. */
  readonly folder: string | null;
  /** Waits before another try. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Allowed {
  readonly SOURCE_PRIVATE_ADDRESSES: boolean;
  readonly SOURCE_FOLDER?: string | undefined;
}

/** Reaches other systems with the secret of an installation, as its operator allows. */
export const createOutside = (
  secret: string,
  { SOURCE_PRIVATE_ADDRESSES, SOURCE_FOLDER }: Allowed = { SOURCE_PRIVATE_ADDRESSES: false },
): Outside => ({
  vault: createVault(secret),
  allowsPrivate: SOURCE_PRIVATE_ADDRESSES,
  folder: SOURCE_FOLDER ?? null,
  pause: (ms, signal) => pause(ms, undefined, { signal }),
});
