import { useWatch } from 'react-hook-form';
import { useOrder } from './order-context.js';
import type { OrderValues } from './order-values.js';

/** Whether shop, model, type, size and what unknown lines are can be chosen: the order is New, or goes back to New with Save. */
export function useIsMatched(): boolean {
  const { order } = useOrder();
  const status = useWatch<OrderValues>({ name: 'status' });
  return order.status === 'New' || status === 'New';
}
