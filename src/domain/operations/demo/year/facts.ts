import type { DateTime } from 'luxon';
import { workdaysAfter } from './days.js';

const rtoCompanies = ['Prairie Rentals', 'Own-It Storage', 'Crossroads RTO'] as const;
const rtoMonths = [24, 36, 48, 60] as const;

/**
 * What the sales system reports about a sale. It is derived from the order's number, so that no other random choice
 * of the demo changes.
 */
export const describeSale = (
  number: number,
  { day, isLot, isRto, total }: { day: DateTime; isLot: boolean; isRto: boolean; total: number },
) => ({
  dateScheduledForDelivery: number % 7 === 3 ? null : workdaysAfter(day, 12 + (number % 9)).toISO(),
  customerPhonePrimary: isLot ? null : `417555${String(1000 + (number % 9000))}`,
  rto: isRto,
  rtoCompanyName: isRto ? (rtoCompanies[number % rtoCompanies.length] ?? null) : null,
  rtoMonthsOfTerm: isRto ? (rtoMonths[number % rtoMonths.length] ?? null) : null,
  balanceDollarAmount: isLot ? null : (total - 500).toFixed(2),
});
