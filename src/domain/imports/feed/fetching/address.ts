import { type AddressFault, findAddressFault } from '../../../kernel/platform/public-address.js';

/** The problems of a source's address, as words that follow its name. */
export const addressFaults: Readonly<Record<AddressFault, string>> = {
  'not-web': 'must begin with https://',
  password: 'must not contain a password; enter it as the credential',
  'no-tls': 'must begin with https:// because it may receive a credential',
  private: 'points to a private network, which the operator of this installation does not allow',
  forbidden: 'points to an address that sources may not use',
};

/** The problem of a source's address, as words that follow its name; null if it is well formed. */
export function addressFault(address: string, allowsPrivate: boolean): string | null {
  const fault = findAddressFault(address, allowsPrivate);
  return fault && addressFaults[fault];
}
