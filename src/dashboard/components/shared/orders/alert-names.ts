import { isKeyOf } from '../../../../domain/kernel/objects.js';
import type { AlertCode } from '../../../../domain/orders/intake/incoming.js';

/** Labels of the kinds of alerts. */
const alertKinds = {
  shop: 'Shop not found',
  'shop-missing': 'Shop is missing',
  dealer: 'Dealer not found',
  'customer-missing': 'Customer is missing',
  model: 'Model not found',
  'siding-type': 'Siding type not in the category',
  'siding-type-missing': 'Siding type is missing',
  'roof-type': 'Roof type not in the category',
  'roof-type-missing': 'Roof type is missing',
  size: 'Size not in the catalogue',
  'serial-size': 'Size in the serial number differs',
  'base-price': 'Base price differs',
  'add-on': 'Add-on not found',
  'add-on-price': 'Add-on price differs',
  color: 'Color not on the list',
  'color-missing': 'Color is missing',
  total: 'Total differs',
  tax: 'Sub-total and tax do not add up',
  duplicate: 'Duplicate serial number',
  'haul-base': 'No haul base',
  'shed-labor': 'No shed labor',
  'shop-percent': 'No shop percent',
  canceled: 'Canceled by the customer',
  word: 'Unknown word',
} as const satisfies Record<AlertCode, string>;

/** The label of a kind of alert, including kinds unknown to this version. */
export const kindName = (code: string): string => (isKeyOf(alertKinds, code) ? alertKinds[code] : code);
