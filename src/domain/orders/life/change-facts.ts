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
  const orStored = <T>(newValue: T | undefined, storedValue: T): T => (newValue === undefined ? storedValue : newValue);
  return {
    ...facts,
    deliveryScheduled: orStored(input.deliveryScheduled, facts.deliveryScheduled),
    dateDelivered: orStored(input.dateDelivered, facts.dateDelivered),
    driver: orStored(input.driver, facts.driver) || null,
    deliveryAddress: withAddress(facts.deliveryAddress, input.deliveryAddress ?? {}),
    phone: orStored(input.customerPhone, facts.phone) || null,
    email: orStored(input.customerEmail, facts.email) || null,
    rto: orStored(input.rto, facts.rto),
    rtoCompany: orStored(input.rtoCompany, facts.rtoCompany) || null,
    rtoMonths: orStored(input.rtoMonths, facts.rtoMonths),
    balance: input.balance == null ? orStored(input.balance, facts.balance) : toDollars(input.balance),
  };
}

const withAddress = (
  { lineOne, lineTwo, city, state, zip }: DeliveryAddress,
  newAddress: NonNullable<ChangeOrder['deliveryAddress']>,
): DeliveryAddress => ({
  lineOne: (newAddress.lineOne === undefined ? lineOne : newAddress.lineOne) || null,
  lineTwo: (newAddress.lineTwo === undefined ? lineTwo : newAddress.lineTwo) || null,
  city: (newAddress.city === undefined ? city : newAddress.city) || null,
  state: (newAddress.state === undefined ? state : newAddress.state) || null,
  zip: (newAddress.zip === undefined ? zip : newAddress.zip) || null,
});
