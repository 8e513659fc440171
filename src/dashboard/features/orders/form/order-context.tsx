import { createContext, useContext } from 'react';
import type { Locks } from './locks.js';
import type { Lookups, OrderRecord } from '../../../components/shared/orders/order-types.js';
import type { Saving } from './use-save-order.js';

/** What the parts of the form share. */
export interface OrderContext {
  readonly order: OrderRecord;
  readonly locks: Locks;
  readonly saving: Saving;
  /** What the office chooses from; undefined for shops, and until it is there. */
  readonly lookups: Lookups | undefined;
}

const Context = createContext<OrderContext | null>(null);
export const OrderProvider = Context.Provider;

/** The order the form is about; only inside it. */
export function useOrder(): OrderContext {
  const context = useContext(Context);
  if (!context) throw new Error('useOrder needs the order form');
  return context;
}
