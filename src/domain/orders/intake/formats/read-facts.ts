import { day, readDecimal, dollars, flag, readOrNull } from '../../../imports/reading/values.js';
import { MOST_MONTHS, type SaleFacts } from '../../sale-facts.js';
import { limitText } from './texts.js';

type RawRow = Record<string, unknown>;

/**
 * Reads the facts of a row. They never cause a refusal: an unreadable fact is unknown, and stays in the row's source.
 */
export function readFacts(raw: RawRow, zone: string): SaleFacts {
  const words = (field: string) =>
    readOrNull(() => (typeof raw[field] === 'boolean' ? null : limitText(field, raw[field])));
  const date = (field: string) => readOrNull(() => day(field, raw[field], zone));
  return {
    deliveryScheduled: date('dateScheduledForDelivery'),
    dateDelivered: date('dateDelivered'),
    driver: words('driverName'),
    deliveryAddress: {
      lineOne: words('deliveryAddressLineOne'),
      lineTwo: words('deliveryAddressLineTwo'),
      city: words('deliveryCity'),
      state: words('deliveryState'),
      zip: words('deliveryZip'),
    },
    phone: words('customerPhonePrimary'),
    email: words('customerEmail'),
    rto: readOrNull(() => flag('rto', raw['rto'])) ?? false,
    rtoCompany: words('rtoCompanyName'),
    rtoMonths: readOrNull(() =>
      wholeOrNull(readDecimal('rtoMonthsOfTerm', raw['rtoMonthsOfTerm'], 0, MOST_MONTHS + 1)),
    ),
    balance: readOrNull(() => dollars('balanceDollarAmount', raw['balanceDollarAmount'])),
    status: words('status'),
  };
}

const wholeOrNull = (months: number | null): number | null => (Number.isInteger(months) ? months : null);
