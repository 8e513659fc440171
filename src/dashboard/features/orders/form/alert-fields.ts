import type { Path } from 'react-hook-form';
import { isKeyOf } from '../../../../domain/kernel/objects.js';
import type { AlertCode } from '../../../../domain/orders/intake/incoming.js';
import type { OrderValues } from './saving/order-values.js';

/** The field of a New order whose value an alert is about; other alerts are fixed in the catalogue. */
const fields = {
  shop: 'shop',
  'shop-missing': 'shop',
  dealer: 'dealer',
  'customer-missing': 'customer',
  model: 'model',
  size: 'width',
  'serial-size': 'width',
  'siding-type': 'sidingType',
  'siding-type-missing': 'sidingType',
  'roof-type': 'roofType',
  'roof-type-missing': 'roofType',
  'base-price': 'basePrice.company',
  'shop-percent': 'shopPercent',
} as const satisfies Partial<Record<AlertCode, Path<OrderValues>>>;

const colors = ['roofColor', 'sidingColor', 'trimColor'] as const;

/** The field that can fix an alert; for a missing color, the first color without a value. Null if there is none. */
export function findAlertField(code: string, values: OrderValues): Path<OrderValues> | null {
  if (code === 'color-missing') return colors.find((name) => values[name] === '') ?? null;
  return isKeyOf(fields, code) ? fields[code] : null;
}
