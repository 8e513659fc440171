import type { AlertCode } from '../../../../domain/orders/intake/incoming.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, money } from '../../../lib/format.js';
import { isKeyOf } from '../../../../domain/kernel/objects.js';

/** Labels of the kinds of alerts. */
export const alertKinds = {
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
  word: 'Unknown word',
} as const satisfies Record<AlertCode, string>;

export type AlertSummary = Output<'GET /api/orders/alerts/summary'>['items'][number];

/** The label of a kind of alert, including kinds unknown to this version. */
export const kindName = (code: string): string => (isKeyOf(alertKinds, code) ? alertKinds[code] : code);

/** `12 alerts in 9 orders, −$180.00 against the catalogue`. */
export const formatCount = (kind: AlertSummary): string =>
  [`${countHeading(kind.alerts, 'alert')} in ${countHeading(kind.orders, 'order')}`, formatDifference(kind)]
    .filter(Boolean)
    .join(', ');

/** The total of price differences, file less catalogue; or the number of alerts without one. */
export function formatDifference({ code, alerts, priced, difference }: AlertSummary): string {
  if (difference === null) return '';
  const sum = `${difference > 0 ? '+' : ''}${money(difference)} against ${code === 'total' ? 'the computed totals' : 'the catalogue'}`;
  return priced < alerts ? `${sum} (${alerts - priced} without an amount; click Check again)` : sum;
}
