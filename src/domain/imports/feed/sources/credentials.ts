import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { SourceFailure } from '../fetching/failure.js';

/** A source with an encrypted credential, which works only for this source and for the place it is sent to. */
interface SealedSource {
  readonly id: string;
  readonly address: string;
}

/** The place a credential may be sent to; empty for a source without an address. */
export const getOrigin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

const purpose = ({ id, address }: SealedSource): string => `source ${id} at ${getOrigin(address)}`;

/** Encrypts a source's credential. */
export const sealCredential = ({ vault }: OutsideAccess, source: SealedSource, credential: string): string =>
  vault.seal(credential, purpose(source));

/** A source's credential. Throws `SourceFailure` if this installation cannot decrypt it. */
export function openCredential(
  { vault }: OutsideAccess,
  source: SealedSource,
  ciphertext: string | null,
): string | null {
  if (ciphertext === null) return null;
  const credential = vault.open(ciphertext, purpose(source));
  if (credential === null)
    throw new SourceFailure(
      'The credential cannot be read because the secret of this installation has changed. Enter the credential again.',
    );
  return credential;
}
