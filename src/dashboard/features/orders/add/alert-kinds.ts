import type { AlertCode } from '../../../../domain/orders/incoming.js';

/** What each kind of alert is called. */
export const alertKinds = {
  shop: 'Shop not found',
  'shop-missing': 'Shop is missing',
  dealer: 'Dealer not found',
  'customer-missing': 'Customer is missing',
  model: 'Model not found',
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
  word: 'Word not known',
} as const satisfies Record<AlertCode, string>;
