import { toCents } from '../kernel/cents.js';

/** The longest term of a rent-to-own contract, in months. */
export const MOST_MONTHS = 600;

/** The delivery address of a shed. */
export interface DeliveryAddress {
  readonly lineOne: string | null;
  readonly lineTwo: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}

/** What the sales system reports about an order's delivery, customer and payment. It affects no price. */
export interface SaleFacts {
  /** The planned day of delivery. */
  readonly deliveryScheduled: string | null;
  readonly dateDelivered: string | null;
  readonly driver: string | null;
  readonly deliveryAddress: DeliveryAddress;
  readonly phone: string | null;
  readonly email: string | null;
  /** Whether the shed is rented to own. */
  readonly rto: boolean;
  readonly rtoCompany: string | null;
  readonly rtoMonths: number | null;
  /** What the customer still owes the seller, in dollars; null if not known. */
  readonly balance: number | null;
  /** The sales system's own name for the state of the order. */
  readonly status: string | null;
}

/** The facts as the columns of `orders` store them; the balance in cents. */
export type FactRow = ReturnType<typeof toFactRow>;

/** The columns that store facts. */
export const toFactRow = ({ deliveryAddress: at, ...facts }: SaleFacts) => ({
  delivery_scheduled: facts.deliveryScheduled,
  date_delivered: facts.dateDelivered,
  driver: facts.driver,
  delivery_line_one: at.lineOne,
  delivery_line_two: at.lineTwo,
  delivery_city: at.city,
  delivery_state: at.state,
  delivery_zip: at.zip,
  customer_phone: facts.phone,
  customer_email: facts.email,
  rto: facts.rto,
  rto_company: facts.rtoCompany,
  rto_months: facts.rtoMonths,
  balance: facts.balance === null ? null : toCents(facts.balance),
  sale_status: facts.status,
});

/** The facts of a row that has their columns. */
export const toFacts = (row: FactRow): SaleFacts => ({
  deliveryScheduled: row.delivery_scheduled,
  dateDelivered: row.date_delivered,
  driver: row.driver,
  deliveryAddress: {
    lineOne: row.delivery_line_one,
    lineTwo: row.delivery_line_two,
    city: row.delivery_city,
    state: row.delivery_state,
    zip: row.delivery_zip,
  },
  phone: row.customer_phone,
  email: row.customer_email,
  rto: row.rto,
  rtoCompany: row.rto_company,
  rtoMonths: row.rto_months,
  balance: row.balance === null ? null : row.balance / 100,
  status: row.sale_status,
});

const noFacts: SaleFacts = {
  deliveryScheduled: null,
  dateDelivered: null,
  driver: null,
  deliveryAddress: { lineOne: null, lineTwo: null, city: null, state: null, zip: null },
  phone: null,
  email: null,
  rto: false,
  rtoCompany: null,
  rtoMonths: null,
  balance: null,
  status: null,
};

const columns = Object.keys(toFactRow(noFacts));
/** The columns of facts of `orders o` as one JSON value, a `FactRow`. */
export const factsJson = `json_build_object(${columns.map((name) => `'${name}', o.${name}`).join(', ')})`;
