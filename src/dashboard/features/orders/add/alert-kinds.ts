import { countHeading, money } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';

export { kindName } from '../../../components/shared/orders/alert-names.js';

export type AlertSummary = Output<'GET /api/orders/alerts/summary'>['items'][number];

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
