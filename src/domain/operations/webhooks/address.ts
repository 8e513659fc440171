import { invalid } from '../../kernel/errors.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { type AddressFault, findAddressFault } from '../../kernel/platform/public-address.js';

/** The problem of an endpoint's address, as words that follow its name; null if it is valid. */
export const endpointAddressFaults: Readonly<Record<AddressFault, string>> = {
  'not-web': 'must begin with https://',
  password: 'must not contain a user name or password',
  'no-tls': 'must begin with https://',
  private: 'points to a private network, which the operator of this installation does not allow',
  forbidden: 'points to an address that receivers may not use',
};

/** The address of an endpoint, checked as far as possible without calling it. Throws invalid-input. */
export function readEndpointAddress({ webhooks }: OutsideAccess, address: string): string {
  const fault = findAddressFault(address, webhooks.allowsPrivate);
  if (fault !== null) throw invalid('address', endpointAddressFaults[fault]);
  return address;
}
