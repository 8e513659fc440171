import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import type { Input } from '../../../../lib/server/api.js';

const addressParts = ['lineOne', 'lineTwo', 'city', 'state', 'zip'] as const;
type Address = Readonly<Record<(typeof addressParts)[number], string>>;

/** Facts of the sale as typed; '' for an empty text. */
export interface SaleValues {
  readonly deliveryScheduled: string | null;
  readonly dateDelivered: string | null;
  readonly driver: string;
  readonly deliveryAddress: Address;
  readonly customerPhone: string;
  readonly customerEmail: string;
  readonly rto: boolean;
  readonly rtoCompany: string;
  readonly rtoMonths: number | null;
  readonly balance: number | null;
}

/** The labels of the facts. */
export const saleLabels = {
  deliveryScheduled: 'Delivery day',
  dateDelivered: 'Delivered',
  driver: 'Driver',
  deliveryAddress: 'Delivery address',
  customerPhone: 'Phone',
  customerEmail: 'Email',
  rto: 'Rent to own',
  rtoCompany: 'RTO company',
  rtoMonths: 'RTO months',
  balance: 'Balance',
} as const satisfies Record<keyof SaleValues, string>;

/** The initial values of an order's sale facts; those that the user may not see are empty. */
export const toSaleValues = (order: OrderRecord): SaleValues => ({
  deliveryScheduled: order.deliveryScheduled,
  dateDelivered: order.dateDelivered,
  driver: order.driver ?? '',
  deliveryAddress: {
    lineOne: order.deliveryAddress?.lineOne ?? '',
    lineTwo: order.deliveryAddress?.lineTwo ?? '',
    city: order.deliveryAddress?.city ?? '',
    state: order.deliveryAddress?.state ?? '',
    zip: order.deliveryAddress?.zip ?? '',
  },
  customerPhone: order.customerPhone ?? '',
  customerEmail: order.customerEmail ?? '',
  rto: order.rto ?? false,
  rtoCompany: order.rtoCompany ?? '',
  rtoMonths: order.rtoMonths ?? null,
  balance: order.balance ?? null,
});

const texts = ['driver', 'customerPhone', 'customerEmail', 'rtoCompany'] as const;

/** The changed facts as request values: an emptied text is null. */
export function saleChange(
  now: SaleValues,
  hasChanged: (field: keyof SaleValues) => boolean,
): Pick<Input<'PUT /api/orders/update/:id'>, keyof SaleValues> {
  const { deliveryAddress: address } = now;
  return {
    ...Object.fromEntries(texts.filter(hasChanged).map((field) => [field, now[field] || null])),
    ...(hasChanged('deliveryScheduled') && { deliveryScheduled: now.deliveryScheduled || null }),
    ...(hasChanged('dateDelivered') && { dateDelivered: now.dateDelivered || null }),
    ...(hasChanged('rto') && { rto: now.rto }),
    ...(hasChanged('rtoMonths') && { rtoMonths: now.rtoMonths }),
    ...(hasChanged('balance') && { balance: now.balance }),
    ...(hasChanged('deliveryAddress') && {
      deliveryAddress: Object.fromEntries(addressParts.map((part) => [part, address[part] || null])),
    }),
  };
}
