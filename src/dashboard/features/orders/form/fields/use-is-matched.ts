import { useWatch } from 'react-hook-form';
import { useOrder } from '../order-context.js';
import type { OrderValues } from '../saving/order-values.js';

/** Whether shop, model, type, size and unknown lines can be matched: the order is New, or returns to New on Save. */
export function useIsMatched(): boolean {
  const { order } = useOrder();
  const status = useWatch<OrderValues>({ name: 'status' });
  return order.status === 'New' || status === 'New';
}
