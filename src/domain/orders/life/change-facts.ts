import { toDollars } from '../../kernel/cents.js';
import { toKeys } from '../../kernel/objects.js';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ChangeOrder } from '../change-schema.js';
import type { DeliveryAddress, SaleFacts } from '../sale-facts.js';

/** The facts of a sale that the order form can change, under the form's names; the balance in dollars. */
export const nameFacts = ({ phone, email, status: _theirs, ...facts }: SaleFacts) => ({
  ...facts,
  customerPhone: phone,
  customerEmail: email,
});
export type FactField = keyof ReturnType<typeof nameFacts>;

/** The permission each fact needs. Facts affect no price, and no status locks them. */
export const factPermissions = {
  deliveryScheduled: 'orders.edit',
  dateDelivered: 'orders.edit',
  driver: 'orders.edit',
  deliveryAddress: 'orders.edit',
  customerPhone: 'orders.edit',
  customerEmail: 'orders.edit',
  rto: 'orders.edit',
  rtoCompany: 'orders.edit',
  rtoMonths: 'orders.edit',
  balance: 'orders.edit',
} as const satisfies Record<FactField, Permission>;

/** Whether a field of a change is a fact of the sale. */
export const isFact = (field: string): boolean => field in factPermissions;

/** The facts whose value differs from the stored one. */
export function listTouchedFacts(facts: SaleFacts, input: ChangeOrder): FactField[] {
  const [before, after] = [nameFacts(facts), nameFacts(withFacts(facts, input))];
  return toKeys(before).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** The facts after a change; an emptied text is stored as unknown. */
export function withFacts(facts: SaleFacts, input: ChangeOrder): SaleFacts {
  const set = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);
  return {
    ...facts,
    deliveryScheduled: set(input.deliveryScheduled, facts.deliveryScheduled),
    dateDelivered: set(input.dateDelivered, facts.dateDelivered),
    driver: set(input.driver, facts.driver) || null,
    deliveryAddress: withAddress(facts.deliveryAddress, input.deliveryAddress ?? {}),
    phone: set(input.customerPhone, facts.phone) || null,
    email: set(input.customerEmail, facts.email) || null,
    rto: set(input.rto, facts.rto),
    rtoCompany: set(input.rtoCompany, facts.rtoCompany) || null,
    rtoMonths: set(input.rtoMonths, facts.rtoMonths),
    balance: input.balance == null ? set(input.balance, facts.balance) : toDollars(input.balance),
  };
}

const withAddress = (
  { lineOne, lineTwo, city, state, zip }: DeliveryAddress,
  given: NonNullable<ChangeOrder['deliveryAddress']>,
): DeliveryAddress => ({
  lineOne: (given.lineOne === undefined ? lineOne : given.lineOne) || null,
  lineTwo: (given.lineTwo === undefined ? lineTwo : given.lineTwo) || null,
  city: (given.city === undefined ? city : given.city) || null,
  state: (given.state === undefined ? state : given.state) || null,
  zip: (given.zip === undefined ? zip : given.zip) || null,
});
